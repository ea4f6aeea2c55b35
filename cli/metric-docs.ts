/** Writes the tables in `docs/operations/metrics.md`, and the alerts once more as the Prometheus operator wants them. */
import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { parse } from 'yaml';
import { measures, type MeasureName } from '../shared/process/measures.ts';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly action: string };
}

const rules = () => readFileSync('k8s/observability/prometheus/alerts.yaml', 'utf8');

/** Every alert there is. */
export const alerts = (): readonly Alert[] =>
  (parse(rules()) as { groups: { rules: Alert[] }[] }).groups.flatMap((group) => group.rules);

/** The page with its tables as they should be. */
export async function metricsPage(): Promise<string> {
  const page = readFileSync('docs/operations/metrics.md', 'utf8');
  const marked = between(between(page, 'measures', tables()), 'alerts', alerts().map(sectionOf).join('\n'));
  return format(marked, { parser: 'markdown', printWidth: 120 });
}

const between = (page: string, mark: string, text: string) =>
  page.replace(new RegExp(`(?<=<!-- ${mark} -->\n)[^]*(?=<!-- /${mark} -->)`), () => `\n${text}\n\n`);

function tables(): string {
  const byTopic = Map.groupBy(Object.keys(measures) as MeasureName[], (name) => measures[name].topic);
  return [...byTopic]
    .map(([topic, names]) =>
      [
        `### ${topic}`,
        '',
        '| Metric | Type | Labels | What it tells |',
        '| --- | --- | --- | --- |',
        ...names.map(rowOf),
      ].join('\n'),
    )
    .join('\n\n');
}

function rowOf(name: MeasureName): string {
  const { type, labels, help } = measures[name];
  return `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help}. |`;
}

const sectionOf = ({ alert, expr, for: during, labels, annotations }: Alert) => `### ${alert}

${labels.severity === 'critical' ? '**Critical.** ' : ''}${annotations.description}

- Fires ${during ? `after ${during} of` : 'at once at'} \`${expr.trim().replace(/\s+/g, ' ')}\`
- ${annotations.action}
`;

/** Returns `k8s/observability/operator/rules.yaml`. */
export function operatorRules(): Promise<string> {
  const spec = rules()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => `  ${line}`);
  const head = [
    '# Made of ../prometheus/alerts.yaml by `npm run docs`.',
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata:',
    '  name: muster',
    'spec:',
  ];
  return format([...head, ...spec].join('\n'), { parser: 'yaml', printWidth: 120, singleQuote: true });
}
