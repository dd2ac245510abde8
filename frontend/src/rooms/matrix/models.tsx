import { useSignal } from "@preact/signals";
import { Icon } from "../../ui/icons";
import type { MatrixView } from "../../wire/matrix";
import type { MatrixStore } from "./store";
import { MODELS } from "./words";

/** The current model by its name or number, and a way to keep it. */
export function PinForm({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const typed = useSignal("");
  const pins = room.choice.value?.pins ?? {};
  const number = view.shown.number;
  const name = pins[number];
  if (name) {
    return (
      <p class="pinned row">
        <Icon name="pin" size={14} /> <b>{name}</b>
        <button
          type="button"
          class="text-button"
          data-testid="unpin"
          onClick={() => room.send({ action: "pin-model", number, name: "" })}
        >
          {MODELS.unpin}
        </button>
      </p>
    );
  }
  return (
    <form
      class="pin-form row"
      onSubmit={(event) => {
        event.preventDefault();
        room.send({ action: "pin-model", number, name: typed.value.trim() || `model ${number}` });
        typed.value = "";
      }}
    >
      <input
        class="field"
        aria-label={MODELS.pinName}
        placeholder={`name model ${number}`}
        data-testid="pin-name"
        autocomplete="off"
        maxLength={40}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="button" data-testid="pin">
        <Icon name="pin" size={14} /> {MODELS.pin}
      </button>
    </form>
  );
}
