package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.box.BoxState.Phase;
import dev.agenthost.local.box.BoxState.ProcessState;
import dev.agenthost.local.client.WorkloadClient;
import dev.agenthost.local.settings.KeysFile;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "status",
        description = {
            "Shows every process of the box, the lag of the stages, and the open work.",
            "'ready' means that every process is ready.",
            "Exit code 0: all are ready; 1: some are not; 3: Agent Host is not running."
        },
        mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
    private static final long AGAIN = 2_000;

    @Option(names = "--json", description = "For programs: addresses, keys and processes. It holds secrets.")
    private boolean json;

    @Option(names = "--watch", description = "Repeat every two seconds until Ctrl-C.")
    private boolean watch;

    @Override
    public Integer call() throws Exception {
        int answer = once();
        while (watch && answer != CommandContext.NOT_RUNNING) {
            Thread.sleep(AGAIN);
            System.out.println();
            answer = once();
        }
        return answer;
    }

    private int once() throws Exception {
        var layout = CommandContext.layout();
        var running = BoxState.ofRunning(layout);
        var keys = KeysFile.open(layout.keys());
        if (running.isEmpty() || keys.isEmpty()) {
            System.out.println(
                    json ? "{\"running\":false}" : "Agent Host is not running. Start it with ./agenthost up");
            return CommandContext.NOT_RUNNING;
        }
        var state = running.get();
        var work = new WorkloadClient().read(WorkloadTable.ports(state));
        var deadLetters = DeadLetterCounts.read();
        if (json) {
            System.out.println(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(StatusJson.of(state, keys.get(), work, deadLetters)));
        } else {
            print(state);
            System.out.println();
            System.out.println(WorkloadTable.text(work));
            System.out.println("dead letters  "
                    + deadLetters.map(DeadLetterCounts::text).orElse(WorkloadTable.UNKNOWN)
                    + "; by reason:  ./agenthost dlq list");
            System.out.println("./agenthost up  prints the address of the chat page, which contains a key.");
        }
        return state.allReady() ? CommandContext.OK : CommandContext.FAILED;
    }

    private static void print(BoxState state) {
        System.out.println(ReadyBanner.address(state) + "  " + phase(state));
        System.out.printf("%-20s %8s %6s  %-6s %10s%n", "process", "pid", "port", "ready", "up");
        for (var process : state.processes()) {
            System.out.printf(
                    "%-20s %8s %6s  %-6s %10s%n",
                    process.name() + "-" + process.replica(),
                    process.pid() == 0 ? "-" : process.pid(),
                    process.port() == 0 ? "-" : process.port(),
                    process.ready() ? "yes" : "no",
                    process.pid() == 0 ? "-" : up(process));
        }
    }

    /** The phase; a box that is up with a process that is not ready is not ready. */
    private static String phase(BoxState state) {
        return state.phase() == Phase.READY && !state.allReady()
                ? "not ready"
                : state.phase().name().toLowerCase(Locale.ROOT);
    }

    private static String up(ProcessState process) {
        var up = Duration.between(Instant.parse(process.startedAt()), Instant.now());
        return up.toHours() > 0
                ? up.toHours() + " h " + up.toMinutesPart() + " min"
                : up.toMinutes() > 0 ? up.toMinutes() + " min" : up.toSeconds() + " s";
    }
}
