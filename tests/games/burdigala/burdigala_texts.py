"""Texts about Burdigala in words of our own, one per language: a turn, corruption, plot cards; and texts that are not."""

TEXTS = {
    "en": """# {title}

Each district of the town has one or two building sites. On your turn you throw both dice and walk one of your
characters along the streets; the number of one die tells how far. Then you add a cube to a site beside the
character and score the places that are still empty. Whoever puts in the last cube turns the tile over.

## Dice that match

A double opens the waterways and the express ways for this walk. You may even stop where somebody stands
already and send them away. For a corruption token you go on with a second turn.

## Total of seven

Take a corruption token if you want a favour: one more cube, or a merchandise card. A stop in the port brings
such a card for nothing.

## Plot cards

Neighbours of a finished building draw a plot card. The Consul pays for small buildings, the Sailor fetches
goods, and with In vino veritas a card of wine costs you a little honesty. The necropolis washes all
corruption away.
""",
    "de": """# {title}

Jedes Viertel der Stadt hat einen oder zwei Bauplätze. Wer am Zug ist, wirft beide Würfel und geht mit einer
Figur durch die Straßen; wie weit, sagt einer der Würfel. Danach kommt ein Baustein auf einen Bauplatz neben
der Figur, und die noch leeren Plätze bringen Punkte. Wer den letzten Baustein legt, dreht das Plättchen um.

## Zwei gleiche Würfel

Bei einem Pasch sind die Wasserwege und Schnellwege offen. Man darf sogar dort anhalten, wo schon jemand
steht, und ihn wegschicken. Gegen einen Korruptionsmarker spielt man einen zweiten Zug.

## Summe sieben

Nimm einen Korruptionsmarker, wenn du einen Gefallen willst: noch einen Baustein oder eine Warenkarte. Ein
Halt im Hafen bringt eine solche Karte umsonst.

## Intrigenkarten

Nachbarn eines fertigen Gebäudes ziehen eine Intrigenkarte. Der Konsul bezahlt kleine Gebäude, der Seemann
holt Waren, und mit In vino veritas kostet der Wein ein wenig Ehrlichkeit. Die Nekropole wäscht alle
Korruption ab.
""",
    "fr": """# {title}

Chaque quartier de la ville a un ou deux chantiers. À votre tour, vous lancez les deux dés et menez un de vos
personnages par les rues ; l’un des dés dit jusqu’où. Ensuite, un cube s’ajoute à un chantier voisin du
personnage, et les places encore vides rapportent des points. Celui qui pose le dernier cube retourne la
tuile.

## Deux dés pareils

Un double ouvre les voies d’eau et les voies rapides pour cette marche. On peut même s’arrêter là où quelqu’un
se tient déjà et le renvoyer. Contre un jeton Corruption, on joue un second tour.

## Total de sept

Prenez un jeton Corruption si vous voulez une faveur : un cube encore, ou une carte Marchandise. Une halte au
port donne une telle carte pour rien.

## Cartes Complot

Les voisins d’un bâtiment fini piochent une carte Complot. Le Consul paie les petits bâtiments, le Marin
rapporte des marchandises et, avec In vino veritas, le vin coûte un peu d’honnêteté. La nécropole lave toute
la corruption.
""",
    "it": """# {title}

Ogni quartiere della città ha uno o due cantieri. Chi è di turno tira i due dadi e guida un proprio
personaggio per le strade; uno dei dadi dice fin dove. Poi un cubo si aggiunge a un cantiere vicino al
personaggio e i posti ancora vuoti danno punti. Chi mette l’ultimo cubo gira la tessera.

## Due dadi uguali

Un doppio apre le vie d’acqua e le vie rapide per questo cammino. Ci si può perfino fermare dove c’è già
qualcuno e mandarlo via. In cambio di un gettone Corruzione si gioca un secondo turno.

## Totale sette

Prendi un gettone Corruzione se vuoi un favore: un cubo ancora, o una carta Merce. Una sosta nel porto porta
una carta così per nulla.

## Carte Complotto

I vicini di un edificio finito pescano una carta Complotto. Il Console paga gli edifici piccoli, il Marinaio
porta merci e con In vino veritas il vino costa un po’ di onestà. La necropoli lava tutta la corruzione.
""",
}

CHAPTERS = {
    "en": """# Burdigala

A throw of seven tempts you with a corruption token. Its reward is a merchandise card, or a cube on the same
building site.
""",
    "de": """# Burdigala

Ein Wurf von sieben lockt mit einem Korruptionsmarker. Der Lohn ist eine Warenkarte oder ein Baustein auf
demselben Bauplatz.
""",
    "fr": """# Burdigala

Un lancer de sept vous tente avec un jeton Corruption. La récompense est une carte Marchandise, ou un cube sur
le même chantier.
""",
    "it": """# Burdigala

Un tiro di sette ti tenta con un gettone Corruzione. Il premio è una carta Merce, o un cubo sullo stesso cantiere.
""",
}
"""A few lines under the name of the game."""

OTHERS = {
    "trade": """# Wine and tin

Sail your boat from port to port. Buy wine, wheat, copper and tin where they are cheap and sell them in the
next district. The merchant with the most goods wins. A sailor may help you to load, a thief takes a card from
somebody's hand. Roll two dice; with a double you sail twice. Each port has a market of five cubes.
""",
    "roads": """# Strade e città

Tira i due dadi: chi ha un villaggio accanto a quel numero prende grano, argilla o legno. Costruisci strade e
porti. Con un sette si muove il bandito e chi ha troppe carte ne scarta la metà. Vince chi arriva per primo a
dieci punti.
""",
    "mention": """# Bordeaux im Altertum

Burdigala war ein Hafen an der Garonne. Hier wurde Zinn gehandelt, später auch Wein. Die Stadt hatte einen
Tempel und ein Amphitheater, und ein Legat namens Crassus unterwarf die Gegend.
""",
    "town": """# La ville nouvelle

Chaque quartier reçoit des tuiles. Posez un cube sur un chantier et marquez les points inscrits sur la tuile.
Les cartes Action se jouent à la fin du tour. Une carte Bonus vaut trois points.
""",
}
"""Texts of other games and other things that share words with it."""
