/** Puts what was typed back into the fields of a form that was reset. Chosen files stay lost: no page may set them. */
export function refill(form: HTMLFormElement, data: FormData): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
      field.checked = data.getAll(field.name).includes(field.value);
    } else if (isText(field)) {
      const typed = data.get(field.name);
      if (typeof typed === "string") field.value = typed;
    }
  }
}

const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement ||
  (field instanceof HTMLInputElement && !["hidden", "file", "submit"].includes(field.type));
