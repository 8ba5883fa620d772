/** A membership number in full, without its cooperative, or as Excel leaves it: AJO-7K2M9Q/00042, 00042, 42, 42.0. */
export function membershipFromCell(text: string): { number: number; coopId: string | undefined } | undefined {
  const match = /^'?(?:(AJO-[A-Z0-9]{6})\s*[/\\-]\s*)?(\d{1,9})(?:\.0+)?$/i.exec(text.trim())
  return match ? { number: Number(match[2]), coopId: match[1]?.toUpperCase() } : undefined
}
