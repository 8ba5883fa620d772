import { Check, Copy } from 'lucide'
import { useState } from 'react'
import { Button } from './Button.tsx'
import * as strings from './strings.ts'

/** Copies a text; says so once it has. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === text
  return (
    <Button
      size="small"
      icon={isCopied ? Check : Copy}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
    >
      {isCopied ? strings.copied : label}
    </Button>
  )
}
