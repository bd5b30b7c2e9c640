/** PromQL, parsed by Prometheus' own grammar for editors. */
import { parser } from '@prometheus-io/lezer-promql'

export type Matcher = { label: string; operator: string; value: string }
export type Selected = { series: string; matchers: Matcher[]; labels: string[] }

/** Grafana puts these in before it asks. */
const filledIn = (expression: string): string => expression.replaceAll('$__rate_interval', '5m')

/**
 * The series that an expression selects, and the labels it groups by.
 * @throws Error where it is not PromQL
 */
export function selectedBy(expression: string): { selected: Selected[]; groupedBy: string[] } {
  const text = filledIn(expression)
  const tree = parser.parse(text)
  const selected: Selected[] = []
  const groupedBy: string[] = []
  tree.iterate({
    enter: (node) => {
      const read = (from: number, to: number): string => text.slice(from, to)
      if (node.type.isError)
        throw new Error(`No PromQL at ${node.from}: ${read(Math.max(0, node.from - 20), node.to + 20)} in ${text}`)
      if (node.name === 'VectorSelector') {
        const series = node.node.getChild('Identifier')
        const matchers = (node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map((one) => {
          const [, label = '', operator = '', value = ''] =
            /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(read(one.from, one.to)) ?? []
          return { label, operator, value }
        })
        if (!series) throw new Error(`A selector without a name in ${text}`)
        selected.push({
          series: read(series.from, series.to),
          matchers,
          labels: matchers.map(({ label }) => label),
        })
      }
      if (node.name === 'GroupingLabels')
        groupedBy.push(...node.node.getChildren('LabelName').map(({ from, to }) => read(from, to)))
    },
  })
  if (selected.length === 0) throw new Error(`Nothing is selected by ${text}`)
  return { selected, groupedBy }
}
