import { useQuery } from '@tanstack/react-query'
import { getAgendaTemplates, saveAgendaTemplate } from '#features/governance/meetings/meeting-rules.ts'
import {
  type AgendaTemplate,
  agendaTemplateNames,
  agendaTemplatesOf,
} from '#features/governance/meetings/rules/agenda.ts'
import type { MeetingKind } from '#features/governance/meetings/rules/meeting.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { toastThen } from '#ui/toast.ts'

/** Fills an empty agenda from a template, and stores one that was written as the template. What was typed is never replaced. */
export function AgendaButtons({
  kind,
  lines,
  onFill,
}: {
  kind: MeetingKind
  lines: readonly string[]
  onFill: (lines: readonly string[]) => void
}) {
  const { data } = useQuery(query(getAgendaTemplates, {}))
  const save = useAction(saveAgendaTemplate)
  const choices = agendaTemplatesOf(kind)
  const templates = (data?.templates ?? []).filter(({ template }) => choices.includes(template))
  const keep = (template: AgendaTemplate, agenda: readonly string[], said: string) =>
    save.mutate(
      { template, agenda: [...agenda] },
      toastThen(said, () => undefined),
    )
  const named = (template: AgendaTemplate) => agendaTemplateNames[template].toLowerCase()
  return (
    <>
      <ActionProblem error={save.error} title="The template was not saved" />
      <div className="row">
        {templates.map(({ template, agenda, isOwn }) =>
          lines.length > 0 ? (
            lines.join('\n') !== agenda.join('\n') && (
              <Button
                key={template}
                size="small"
                busy={save.isPending}
                onClick={() => keep(template, lines, 'Template saved')}
              >
                {choices.length === 1
                  ? 'Use as the template for these meetings'
                  : `Use as the template for ${named(template)}`}
              </Button>
            )
          ) : (
            <span key={template} className="row">
              <Button size="small" onClick={() => onFill(agenda)}>
                {choices.length === 1 ? 'Fill in from template' : `Fill in for ${named(template)}`}
              </Button>
              {isOwn && (
                <Button
                  size="small"
                  look="quiet"
                  busy={save.isPending}
                  onClick={() => keep(template, [], 'The usual agenda is the template again')}
                >
                  {choices.length === 1 ? 'Restore the usual template' : `Restore the usual one for ${named(template)}`}
                </Button>
              )}
            </span>
          ),
        )}
      </div>
    </>
  )
}
