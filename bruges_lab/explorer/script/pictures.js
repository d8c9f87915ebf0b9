// Pictures to keep: a drawing that the kernel made becomes a picture of dots here, so that the kernel needs no browser of its own.

const DOTS = 2;

async function asDots(drawing) {
  // As many dots a pixel as a good screen has; the drawing names nothing outside itself.
  const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const sheet = document.createElement("canvas");
    sheet.width = image.naturalWidth * DOTS;
    sheet.height = image.naturalHeight * DOTS;
    sheet.getContext("2d").drawImage(image, 0, 0, sheet.width, sheet.height);
    const made = await new Promise((resolve) => sheet.toBlob(resolve, "image/png"));
    return await made.arrayBuffer();
  } finally {
    URL.revokeObjectURL(address);
  }
}
