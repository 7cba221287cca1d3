package dev.agenthost.bench.report;

import dev.agenthost.bench.load.Summary;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Latency against load or rows as an SVG: a line for each percentile of each curve, time on a logarithmic axis. Written by hand because
 * the libraries that draw need the machine's fonts, which a server often lacks.
 */
public final class LatencyPlot {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 420;
    private static final int LEFT = 60;
    private static final int RIGHT = 150;
    private static final int TOP = 20;
    private static final int BOTTOM = 45;
    private static final List<String> COLOURS = List.of("#1f6feb", "#8b949e", "#bf3989", "#1a7f37", "#bc4c00");

    private record Percentile(String name, String dash, ToDoubleFunction<Summary> of) {}

    private static final List<Percentile> PERCENTILES = List.of(
            new Percentile("p50", "", Summary::p50),
            new Percentile("p95", "6 3", Summary::p95),
            new Percentile("p99", "2 3", Summary::p99));

    private static final List<Percentile> ONLY_P95 = List.of(new Percentile("p95", "", Summary::p95));

    private final List<Curve> curves;
    private final Plot.Axis axis;
    private final List<Percentile> percentiles;
    private final double narrowest;
    private final double widest;
    private final int lowest;
    private final int highest;

    private LatencyPlot(Plot plot) {
        curves = plot.curves();
        axis = plot.axis();
        percentiles = axis == Plot.Axis.LOAD ? PERCENTILES : ONLY_P95;
        var places = curves.stream()
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(Curve.Point::at)
                .summaryStatistics();
        narrowest = places.getCount() == 0 ? 1 : Math.max(1, places.getMin());
        widest = places.getCount() == 0 ? 10 : Math.max(places.getMax(), 2 * narrowest);
        var values = curves.stream()
                .flatMap(curve -> curve.points().stream())
                .flatMap(point ->
                        percentiles.stream().map(percentile -> percentile.of().applyAsDouble(point.seen())))
                .mapToDouble(value -> Math.max(value, 0.1))
                .summaryStatistics();
        lowest = (int) Math.floor(Math.log10(values.getCount() == 0 ? 1 : values.getMin()));
        highest = Math.max(lowest + 1, (int) Math.ceil(Math.log10(values.getCount() == 0 ? 10 : values.getMax())));
    }

    public static String svg(Plot plot) {
        return new LatencyPlot(plot).draw();
    }

    private String draw() {
        var svg = new StringBuilder();
        svg.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n",
                WIDTH, HEIGHT));
        svg.append(format("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, HEIGHT));
        for (int power = lowest; power <= highest; power++) {
            double y = y(Math.pow(10, power));
            svg.append(line(LEFT, y, WIDTH - RIGHT, y));
            svg.append(text(
                    LEFT - 8,
                    y + 4,
                    "end",
                    format("%s ms", power < 0 ? Math.pow(10, power) : (long) Math.pow(10, power))));
        }
        for (double place : places()) {
            svg.append(line(x(place), TOP, x(place), HEIGHT - BOTTOM));
            svg.append(text(x(place), HEIGHT - BOTTOM + 18, "middle", format("%,.0f", place)));
        }
        svg.append(text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, "middle", axis.unit()));
        int row = 0;
        for (int i = 0; i < curves.size(); i++) {
            for (var percentile : percentiles) {
                svg.append(curve(curves.get(i), percentile, COLOURS.get(i % COLOURS.size()), row++));
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private String curve(Curve curve, Percentile percentile, String colour, int row) {
        var points = curve.points().stream()
                .map(point ->
                        format("%.1f,%.1f", x(point.at()), y(percentile.of().applyAsDouble(point.seen()))))
                .collect(Collectors.joining(" "));
        double y = TOP + 12 + row * 20;
        var stroke = format(
                "fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"", colour, percentile.dash());
        return format("<polyline points=\"%s\" %s/>\n", points, stroke)
                + format("<path d=\"M%d %.1f h22\" %s/>\n", WIDTH - RIGHT + 12, y, stroke)
                + text(WIDTH - RIGHT + 40, y + 4, "start", curve.name() + " " + percentile.name());
    }

    private double[] places() {
        if (axis.isLogarithmic()) {
            return IntStream.rangeClosed((int) Math.ceil(Math.log10(narrowest)), (int) Math.floor(Math.log10(widest)))
                    .mapToDouble(power -> Math.pow(10, power))
                    .toArray();
        }
        double step = step();
        return DoubleStream.iterate(0, place -> place <= widest, place -> place + step)
                .toArray();
    }

    private double step() {
        double rough = widest / 8;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        return rough / power > 5 ? 10 * power : rough / power > 2 ? 5 * power : 2 * power;
    }

    private double x(double place) {
        double part =
                axis.isLogarithmic() ? Math.log(place / narrowest) / Math.log(widest / narrowest) : place / widest;
        return LEFT + part * (WIDTH - LEFT - RIGHT);
    }

    private double y(double milliseconds) {
        double height = (Math.log10(Math.max(milliseconds, 0.1)) - lowest) / (highest - lowest);
        return HEIGHT - BOTTOM - height * (HEIGHT - TOP - BOTTOM);
    }

    private static String line(double x1, double y1, double x2, double y2) {
        return format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#d0d7de\"/>\n", x1, y1, x2, y2);
    }

    private static String text(double x, double y, String anchor, String what) {
        return format(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#24292f\">%s</text>\n", x, y, anchor, what);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
