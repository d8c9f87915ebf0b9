// A field above a list: the arrow down goes from the field into the list and along it, the arrow up comes back, and Enter in the
// field presses the first of the list.

function listOf(root) {
  const field = root.querySelector("[data-into]");
  return field ? [field, [...root.querySelectorAll(field.dataset.into)].filter(shown)] : [null, []];
}

function firstOfList(root) {
  const [field, list] = listOf(root);
  if (field && field.value.trim() && list.length) list[0].click();
}

function alongList(root, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const [field, list] = listOf(root);
  const place = list.indexOf(event.target);
  if (!field || (event.target !== field && place < 0)) return false;
  if (event.key === "Enter" && event.target === field) firstOfList(root);
  else if (event.key === "ArrowDown" && list[place + 1]) list[place + 1].focus();
  else if (event.key === "ArrowUp" && place >= 0) (list[place - 1] || field).focus();
  else return false;
  return true;
}
