"use client";

import { type CSSProperties, useId, useState } from "react";
import { controlClass } from "./controls";

type SliderProps = {
  label: string;
  name?: string;
  min: number;
  max: number;
  step: number;
  defaultValue: number;
  unit?: string;
  onValueChange?: (value: number) => void;
};

/** A slider with a number field beside it. */
export function Slider({ label, name, min, max, step, defaultValue, unit, onValueChange }: SliderProps) {
  const id = useId();
  const [value, setValue] = useState(defaultValue);
  // A number being typed can be out of bounds for a moment: the 0 of 0,75 if the minimum is 0,5.
  const [typed, setTyped] = useState(String(defaultValue));
  const change = (text: string) => {
    setTyped(text);
    if (text === "") return;
    const next = Math.min(max, Math.max(min, Number(text)));
    setValue(next);
    onValueChange?.(next);
  };
  const range = { min, max, step };

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
        {unit && <span className="font-normal text-muted"> ({unit})</span>}
      </label>
      <div className="flex items-center gap-3">
        <input
          {...range}
          id={id}
          name={name}
          type="range"
          value={value}
          onChange={(event) => change(event.target.value)}
          style={{ "--filled": `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
          className="slider h-9 min-w-0 flex-1 cursor-pointer rounded-control"
        />
        <span className="w-20 shrink-0">
          <input
            {...range}
            type="number"
            inputMode="decimal"
            aria-label={label}
            value={typed}
            onChange={(event) => change(event.target.value)}
            onBlur={() => setTyped(String(value))}
            className={`${controlClass} h-9 px-2 text-right tabular-nums`}
          />
        </span>
      </div>
    </div>
  );
}
