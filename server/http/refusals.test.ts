import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = `${import.meta.dirname}/../../`

function sourceOf(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(`${root}${file}`, 'utf8'), ts.ScriptTarget.Latest, true)
}

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* nodesOf(child)
}

/** The parts without which the sentence of a refusal is not whole: those that it does not ask whether they are there. */
function neededParts(): Map<string, string[]> {
  const needed = new Map<string, string[]>()
  for (const node of nodesOf(sourceOf('contract/refusals.ts'))) {
    if (!ts.isPropertyAssignment(node) || !ts.isObjectLiteralExpression(node.initializer)) continue
    const message = node.initializer.properties.find((each) => each.name?.getText() === 'message')
    if (!message || !ts.isPropertyAssignment(message)) continue
    const sentence = message.initializer
    const parts =
      ts.isArrowFunction(sentence) && sentence.parameters[0] && ts.isObjectBindingPattern(sentence.parameters[0].name)
        ? sentence.parameters[0].name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText())
        : []
    const text = sentence.getText()
    needed.set(
      node.name.getText(),
      parts.filter(
        (part) => !new RegExp(String.raw`\b${part} [!=]== undefined|typeof ${part}\b|\b${part} \?`).test(text),
      ),
    )
  }
  return needed
}

test('each refusal that is made gives every part that its sentence asks for', () => {
  const needed = neededParts()
  const lacking: string[] = []
  let made = 0
  for (const file of globSync('{domain,server}/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    for (const node of nodesOf(sourceOf(file))) {
      const isMade =
        (ts.isCallExpression(node) && node.expression.getText() === 'refuse') ||
        (ts.isNewExpression(node) && node.expression.getText() === 'Refusal')
      if (!isMade) continue
      const [code, detail] = node.arguments ?? []
      if (!code) continue
      const codes = ts.isConditionalExpression(code) ? [code.whenTrue, code.whenFalse] : [code]
      // What is spread in is read by its words: another variable of that name would be overlooked, a missing one never is.
      const given = detail
        ? ts.isObjectLiteralExpression(detail)
          ? detail.properties.flatMap((each) =>
              ts.isSpreadAssignment(each)
                ? [...each.getText().matchAll(/\w+/g)].map(([word]) => word)
                : [each.name.getText()],
            )
          : undefined
        : []
      for (const each of codes) {
        if (!ts.isStringLiteralLike(each) || !given) continue
        made += 1
        const missing = (needed.get(each.text) ?? ['a sentence']).filter((part) => !given.includes(part))
        if (missing.length > 0) lacking.push(`${file} ${each.text}: ${missing.join(', ')}`)
      }
    }
  }
  expect(made).toBeGreaterThan(1000)
  expect(lacking).toEqual([])
})
