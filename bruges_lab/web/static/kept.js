// Games that are kept as they are played: each file of theirs is an entry of this browser's own database, and nothing leaves it.

const NAME = "bruges-lab";
const FILES = "files";

function database() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(FILES);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

function done(asked) {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

export async function all() {
  try {
    const files = (await database()).transaction(FILES).objectStore(FILES);
    const [names, contents] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
    return names.map((name, place) => [name, contents[place]]);
  } catch {
    return []; // a browser that keeps nothing
  }
}

let last = Promise.resolve();
export function keep(path, data) {
  last = last.then(async () => {
    const files = (await database()).transaction(FILES, "readwrite").objectStore(FILES);
    await done(data === null ? files.delete(path) : files.put(data, path));
  });
  return last.catch(() => {});
}

export function tab() {
  // Each tab goes on where it was; a new one has a new name.
  try {
    let name = sessionStorage.getItem("bruges-lab-tab");
    if (!/^[0-9a-f]{16}$/.test(name || "")) {
      name = [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(16).padStart(2, "0")).join("");
      sessionStorage.setItem("bruges-lab-tab", name);
    }
    return name;
  } catch {
    return "0".repeat(16);
  }
}
