import { useState } from 'react'
import { readEnquiryWithoutName } from '#features/governance/enquiries/contract.ts'
import { sentence } from '#ui/api/api-error.ts'
import { callWithoutSession } from '#ui/api/call-without-session.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { Table } from '#ui/Table.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import type { NamelessEnquiry } from './api.ts'
import { EnquiryTag } from './EnquiryTag.tsx'
import { dropKept, type StoredEnquiry } from './kept-api.ts'
import { Thread } from './Thread.tsx'

/** What this device knows of what was sent without a name: each is read without the session, as it was sent. */
export function NamelessEnquiries({
  kept,
  pass,
  onChange,
}: {
  kept: readonly StoredEnquiry[]
  pass: string | undefined
  onChange: () => void
}) {
  const [open, setOpen] = useState<{ reference: string; enquiry: NamelessEnquiry }>()
  const [reading, setReading] = useState<string>()
  const [code, setCode] = useState('')
  async function read(reference: string) {
    setReading(reference)
    try {
      setOpen({ reference, enquiry: await callWithoutSession(readEnquiryWithoutName, { pass: pass ?? '', reference }) })
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      setReading(undefined)
    }
  }
  return (
    <Card
      title="Sent without your name"
      description="Only this device knows that they are yours. Their codes read the answers on another one."
    >
      <div className="stack">
        <Form onSubmit={() => code.trim() !== '' && void read(code.trim())}>
          <Toolbar>
            <TextField
              label="Code of another device"
              maxLength={22}
              value={code}
              onChange={setCode}
              autoComplete="off"
            />
            <Button type="submit" disabled={pass === undefined} busy={reading !== undefined && reading === code.trim()}>
              Read the answer
            </Button>
          </Toolbar>
        </Form>
        <Table
          caption="Sent without your name"
          columns={[
            { key: 'subject', header: 'Subject', card: 'title', cell: ({ subject }) => subject },
            { key: 'code', header: 'Code', cell: ({ reference }) => <code>{reference}</code> },
            {
              key: 'read',
              header: '',
              card: 'bare',
              cell: ({ reference }) => (
                <span className="row">
                  <Button
                    size="small"
                    disabled={pass === undefined}
                    busy={reading === reference}
                    onClick={() => void read(reference)}
                  >
                    Read
                  </Button>
                  <Button
                    size="small"
                    look="quiet"
                    onClick={() => {
                      dropKept(reference)
                      onChange()
                    }}
                  >
                    Remove
                  </Button>
                </span>
              ),
            },
          ]}
          rows={kept}
          rowKey={({ reference }) => reference}
          empty={<p className="muted">Nothing was sent without your name from this device.</p>}
        />
      </div>
      {open && (
        <Dialog
          open
          title={open.enquiry.subject}
          onClose={() => setOpen(undefined)}
          actions={<Button onClick={() => setOpen(undefined)}>Close</Button>}
        >
          <div className="stack">
            <EnquiryTag status={open.enquiry.status} />
            <Thread enquiry={open.enquiry} />
          </div>
        </Dialog>
      )}
    </Card>
  )
}
