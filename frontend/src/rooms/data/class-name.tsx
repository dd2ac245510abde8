import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "../../ui/icons";
import type { Class } from "../../wire/data";
import type { DataStore } from "./store";
import { CLASSES } from "./words";

/** A pencil beside a class; it opens a field for the name that people should read. */
export function ClassName({ room, bar }: { room: DataStore; bar: Class }) {
  const typed = useSignal<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const open = typed.value !== null;
  useLayoutEffect(() => {
    if (open) field.current?.select();
  }, [open]);
  const rename = () => {
    const name = typed.value?.trim() ?? bar.name;
    typed.value = null;
    if (name !== bar.name) room.send({ action: "rename-class", label: bar.label, name });
  };
  if (!open)
    return (
      <IconButton
        icon="pencil"
        label={CLASSES.rename(bar.name)}
        hint={CLASSES.renameHint(bar.label, bar.name)}
        testid="rename-class"
        onClick={() => {
          typed.value = bar.name;
        }}
      />
    );
  return (
    <input
      ref={field}
      class="field field-small data-class-name"
      data-testid="class-name"
      aria-label={CLASSES.newName(bar.label)}
      autocomplete="off"
      value={typed.value ?? ""}
      onInput={(event) => {
        typed.value = event.currentTarget.value;
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") rename();
        if (event.key === "Escape") typed.value = null;
      }}
      onBlur={rename}
    />
  );
}
