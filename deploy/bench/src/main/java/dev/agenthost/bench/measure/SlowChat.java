package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.BenchRunner;
import dev.agenthost.bench.testbed.TelegramLoadClient;
import dev.agenthost.local.settings.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A chat of a platform that takes one call a second while 500 deltas a second are its answer: the other chats of the bot, and the memory of
 * delivery-service.
 */
public final class SlowChat {
    private static final int OTHERS_A_SECOND = 8;
    private static final int DELTAS_A_SECOND = 500;
    private static final int EVERY_MILLISECONDS = 2;
    private static final long SLOW_PERSON = 77;
    private static final Duration EACH_CALL = Duration.ofSeconds(1);

    /** The answer still grows when the heap is sampled. */
    private static final Duration BEYOND = Duration.ofSeconds(20);

    private static final double TIMES = 2;
    private static final double MEBIBYTES = 8;

    private final Path project;
    private final Path home;
    private final Durations durations;

    public SlowChat(Path project, Path home, Durations durations) {
        this.project = project;
        this.home = home;
        this.durations = durations;
    }

    public void measure(Findings findings) throws Exception {
        try (var people = new TelegramLoadClient();
                var box = BenchBox.start(project, home, people.settings(), line -> {})) {
            people.register(box);
            people.write(1, "hello").get(durations.patience().toSeconds(), TimeUnit.SECONDS);
            findings.note("warm-up of " + durations.warmUp().toSeconds() + " s, with such an answer, not measured");
            people.write(2, BenchRunner.deltas(deltas(durations.warmUp()), EVERY_MILLISECONDS));
            load(people, durations.warmUp());
            long delivery = box.process(Service.DELIVERY_SERVICE.module()).pid();

            double restHeap = Heap.afterCollection(delivery);
            var alone = load(people, durations.throughput());
            people.telegram().slowDown(SLOW_PERSON, EACH_CALL);
            people.write(
                    SLOW_PERSON,
                    BenchRunner.deltas(deltas(durations.throughput().plus(BEYOND)), EVERY_MILLISECONDS));
            var beside = load(people, durations.throughput());
            double heap = Heap.afterCollection(delivery);
            report(findings, alone, beside, heap - restHeap, callsToTheSlowChat(people));
        }
    }

    private static int deltas(Duration time) {
        return Math.toIntExact(time.toSeconds() * DELTAS_A_SECOND);
    }

    private Summary load(TelegramLoadClient people, Duration measured) throws InterruptedException {
        var schedule = new LoadSchedule(OTHERS_A_SECOND, durations.settling(), measured);
        return new OpenLoop(schedule, durations.patience()).run(people);
    }

    private static long callsToTheSlowChat(TelegramLoadClient people) {
        return people.telegram().calls("sendMessageDraft").stream()
                .filter(call -> call.parameters().path("chat_id").asLong() == SLOW_PERSON)
                .count();
    }

    private static void report(Findings findings, Summary alone, Summary beside, double growth, long calls) {
        findings.noteErrors(alone);
        findings.noteErrors(beside);
        findings.note("calls that showed the growing answer in the slow chat: " + calls);
        findings.add(new Figure(
                "slow",
                "message → answer in other chats, beside a chat that takes a call a second, over without, p99",
                beside.p99() / alone.p99(),
                "",
                new Bound.AtMost(TIMES)));
        findings.add(new Figure(
                "slow",
                "live heap of delivery-service meanwhile, above before",
                growth,
                "MB",
                new Bound.AtMost(MEBIBYTES)));
        findings.add(new Figure(
                "slow", "errors in the other chats", alone.errors() + beside.errors(), "", new Bound.AtMost(0)));
        findings.add(new Table(
                "Slow: a chat that takes one call a second",
                OTHERS_A_SECOND
                        + " people a second write to a bot of a scripted Telegram, each in a private chat, and are answered there.\n"
                        + "Beside them, " + DELTAS_A_SECOND
                        + " deltas a second are the answer in a chat whose calls take a second each.",
                List.of("", "count", "errors", "p50", "p95", "p99"),
                List.of(row("without", alone), row("beside the slow chat", beside))));
    }

    private static List<String> row(String name, Summary seen) {
        var row = new ArrayList<>(List.of(name));
        row.addAll(Findings.cells(seen));
        return row;
    }
}
