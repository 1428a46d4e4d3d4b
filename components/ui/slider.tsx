"use client";

import { type CSSProperties, useId, useState } from "react";
import { controlClass } from "./control-class";

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

/** A number by feel, with the number itself beside it to type. */
export function Slider({ label, name, min, max, step, defaultValue, unit, onValueChange }: SliderProps) {
  const id = useId();
  const [value, setValue] = useState(defaultValue);
  const change = (text: string) => {
    const next = Number(text);
    if (text === "" || !Number.isFinite(next)) return;
    setValue(Math.min(max, Math.max(min, next)));
    onValueChange?.(Math.min(max, Math.max(min, next)));
  };
  const range = { min, max, step, value };

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
            onChange={(event) => change(event.target.value)}
            className={`${controlClass} h-9 px-2 text-right tabular-nums`}
          />
        </span>
      </div>
    </div>
  );
}
