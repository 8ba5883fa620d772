/** A membership number without the society's own part, which every member of it shares. */
export function MemberNumber({ membershipno }: { membershipno: string }) {
  return <span className="muted number">{membershipno.split('/').at(-1)}</span>
}
