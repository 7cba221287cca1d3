package dev.agenthost.bench.cli;

import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.soak.Soak;
import dev.agenthost.bench.testbed.BenchBox;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "agenthost bench soak",
        description = {
            "A steady load for long: does anything fail, does a process die, does memory stay flat, which tables grow.",
            "One run in ten comes from an adapter's topic. A line each minute says how it stands.",
            "Unless a rate is given it is half of what the last bench b10 found."
        },
        mixinStandardHelpOptions = true)
final class SoakCommand implements Callable<Integer> {
    private static final double SHARE = 0.5;

    @Option(names = "--minutes", defaultValue = "60", description = "How long (default: ${DEFAULT-VALUE}).")
    private int minutes;

    @Option(names = "--rate", description = "Runs a second.")
    private double rate;

    @Override
    public Integer call() throws Exception {
        var places = BenchPaths.here();
        var machine = BenchEnvironment.machine();
        var found = ReportWriter.lastThroughput(places);
        if (rate <= 0 && found.isEmpty()) {
            System.err.println("There is no result of b10 to take half of; run ./agenthost bench b10, or say --rate.");
            return 2;
        }
        double wanted = rate > 0 ? rate : found.get() * SHARE;
        var findings = new Findings(System.out::println);
        System.out.println(Math.round(wanted) + " runs a second for " + minutes + " minutes");
        try (var box = BenchBox.start(places.project(), places.freshHome("box-soak"), line -> {})) {
            new Soak(wanted, Duration.ofMinutes(minutes)).run(box, findings);
        }
        var command = "./agenthost bench soak --minutes " + minutes + (rate > 0 ? " --rate " + rate : "");
        ReportWriter.write(places, "soak", machine, command, findings, ReportWriter.InDocument.NOT);
        return findings.figures().stream().allMatch(figure -> figure.isMet()) ? 0 : 1;
    }
}
