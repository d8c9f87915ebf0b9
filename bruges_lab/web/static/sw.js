// Keeps what a visit needed for the next one. The parts lie in a folder that is named by what is in them, so they are taken from
// here at once; pages are asked for first and taken from here where there is no network. It answers for this site alone.

const KEPT = "bruges-lab-site-@build@";
const PARTS = new URL("parts/", self.registration.scope).href;
const NOTEBOOKS = new URL("notebooks/", self.registration.scope).href; // JupyterLite has a worker of its own

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("bruges-lab-site-") && name !== KEPT) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  const wanted = (event.data?.keep || []).filter((address) => String(address).startsWith(self.registration.scope));
  event.waitUntil(
    (async () => {
      const kept = await caches.open(KEPT);
      for (const address of wanted) {
        if (await kept.match(address)) continue;
        try {
          const found = await fetch(address, { cache: "force-cache" });
          if (found.ok) await kept.put(address, found);
        } catch {
          // The next visit asks again.
        }
      }
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope) || request.url.startsWith(NOTEBOOKS)) return;
  event.respondWith(
    (async () => {
      const kept = await caches.open(KEPT);
      if (request.url.startsWith(PARTS)) {
        const known = await kept.match(request.url);
        if (known) return known;
      }
      try {
        const found = await fetch(request);
        if (found.ok && found.status === 200) kept.put(request.url.split("#")[0], found.clone());
        return found;
      } catch (error) {
        const known = await kept.match(request.url.split("#")[0], { ignoreSearch: true });
        if (known) return known;
        throw error;
      }
    })(),
  );
});
