/** The metrics of a process by name, with type and labels. */
export type ReportedMetric = { type: string; labels: Set<string> }

/** Labels that every series has (the service), or that a type brings along. */
const OWN = new Set(['service', 'le', 'quantile'])

/** Reads the text format as far as our metrics use it. */
export function metricsIn(text: string): Map<string, ReportedMetric> {
  const metrics = new Map<string, ReportedMetric>()
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    metrics.set(name, { type, labels: new Set() })
  for (const [, series = '', labels = ''] of text.matchAll(/^([a-zA-Z_:][\w:]*)\{(.*)\} \S+$/gm)) {
    const metric = metrics.get(series) ?? metrics.get(series.replace(/_(bucket|sum|count)$/, ''))
    for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g))
      if (!OWN.has(label)) metric?.labels.add(label)
  }
  return metrics
}

/** The metric that a series of PromQL belongs to: histograms have three. */
export function metricOfSeries(series: string, metrics: ReadonlyMap<string, ReportedMetric>): string | undefined {
  if (metrics.has(series)) return metrics.get(series)?.type === 'histogram' ? undefined : series
  const base = series.replace(/_(bucket|sum|count)$/, '')
  return metrics.get(base)?.type === 'histogram' ? base : undefined
}
