package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.plot.BarChart;
import io.lambdafs.benchmark.plot.LineChart;
import java.util.List;

/** Charts of tables. */
final class Charts {
    private Charts() {}

    /** Lines over seconds, with marks. */
    static LineChart seconds(String title, String unit, List<DataTable.Column> columns, List<LineChart.Mark> marks) {
        return new LineChart(title, unit, false, lines(columns), marks);
    }

    /** Lines over names, on a logarithmic scale. */
    static LineChart over(String title, String unit, List<DataTable.Column> columns, List<String> names) {
        return new LineChart(title, unit, true, lines(columns), List.of(), names);
    }

    /** Bars with names. A value that is not finite is left out. */
    static BarChart bars(String title, String unit, List<BarChart.Bar> bars) {
        List<BarChart.Bar> known =
                bars.stream().filter(bar -> Double.isFinite(bar.value())).toList();
        return new BarChart(title, unit, false, known.isEmpty() ? List.of(new BarChart.Bar("nothing", 0)) : known);
    }

    private static List<LineChart.Series> lines(List<DataTable.Column> columns) {
        return columns.stream()
                .map(column -> new LineChart.Series(column.name(), column.values()))
                .toList();
    }
}
