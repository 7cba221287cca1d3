package dev.agenthost.bench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.process.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** B6: {@code up} until it is ready, one service until it is ready, and the memory of an idle one. In a box of its own. */
public final class StartAndIdle {
    private static final double UP_SECONDS = 30;
    private static final double SERVICE_SECONDS = 3;
    private static final double IDLE_MIB = 220;
    private static final Duration IDLE = Duration.ofSeconds(20);
    private static final int TRIES = 3;
    private static final int OK = 200;
    private static final Duration LOOK = Duration.ofMillis(10);
    private static final int LOOKS = 20;

    private final Path project;
    private final Path home;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public StartAndIdle(Path project, Path home) {
        this.project = project;
        this.home = home;
    }

    public void measure(Findings findings) throws IOException, InterruptedException {
        var ups = new ArrayList<Double>();
        for (int i = 0; i < TRIES; i++) {
            ups.add(seconds(() -> agenthost("up", "--port", Integer.toString(FreePorts.next()))));
            findings.note("up, " + (i == 0 ? "new data" : "again") + ": " + Findings.number(ups.getLast()) + " s");
            if (i < TRIES - 1) {
                agenthost("down");
            }
        }
        try {
            findings.add(new Figure(
                    "B6", "`./agenthost up` on a built tree → ready", median(ups), "s", new Bound.AtMost(UP_SECONDS)));
            Thread.sleep(IDLE);
            var processes = processes();
            var rows = new ArrayList<List<String>>();
            double slowest = 0;
            double largest = 0;
            double whole = 0;
            for (var process : processes) {
                var name = process.path("name").asText();
                double idle = Memory.of(process.path("pid").asLong()).orElse(0.0);
                whole += idle;
                var start = "";
                if (isService(name)) {
                    largest = Math.max(largest, idle);
                    double seconds = coldStart(
                            name,
                            process.path("pid").asLong(),
                            process.path("port").asInt());
                    slowest = Math.max(slowest, seconds);
                    start = Findings.number(seconds) + " s";
                }
                rows.add(List.of(name, Findings.number(idle) + " MB", start));
            }
            rows.add(List.of("all", Findings.number(whole) + " MB", ""));
            findings.add(new Figure(
                    "B6",
                    "cold start of a service → ready, the slowest of five",
                    slowest,
                    "s",
                    new Bound.AtMost(SERVICE_SECONDS)));
            findings.add(new Figure(
                    "B6", "idle memory of a service, the largest of five", largest, "MB", new Bound.AtMost(IDLE_MIB)));
            findings.add(new Table(
                    "B6: start and memory",
                    "`up` ran " + TRIES + " times, the first time with new data ("
                            + String.join(
                                    ", ", ups.stream().map(Findings::number).toList())
                            + " s; the median counts).\nMemory is PSS from `/proc/<pid>/smaps_rollup` after "
                            + IDLE.toSeconds()
                            + " s at rest.\nA cold start is one service alone, stopped and restarted by the supervisor."
                            + "\nIt counts from the start of the process until `/q/health/ready` answers 200.",
                    List.of("process", "idle", "cold start"),
                    rows));
        } finally {
            agenthost("down");
        }
    }

    private static boolean isService(String name) {
        return Arrays.stream(Service.values())
                .anyMatch(service -> service.module().equals(name));
    }

    /**
     * Sends SIGTERM to the process, which the supervisor restarts. Returns the seconds from the start of the new process until it
     * is ready.
     */
    private double coldStart(String name, long pid, int port) throws IOException, InterruptedException {
        var old = ProcessHandle.of(pid).orElseThrow();
        old.destroy();
        while (old.isAlive() || !isReady(port)) {
            Thread.sleep(LOOK);
        }
        double ready = Uptime.now();
        for (var process : processes()) {
            if (process.path("name").asText().equals(name)) {
                return ready - Uptime.began(process.path("pid").asLong());
            }
        }
        throw new IOException(name + " is not there any more");
    }

    private JsonNode processes() throws IOException, InterruptedException {
        // While any process is not ready, the status command fails.
        for (int tries = 1; ; tries++) {
            try {
                return ProtocolCodec.mapper()
                        .readTree(agenthost("status", "--json"))
                        .path("processes");
            } catch (IOException notReady) {
                if (tries == LOOKS) {
                    throw notReady;
                }
                Thread.sleep(LOOK);
            }
        }
    }

    private boolean isReady(int port) throws InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/q/health/ready"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException notYet) {
            return false;
        }
    }

    private String agenthost(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(project.resolve("agenthost").toString()));
        command.addAll(List.of(arguments));
        var out = Files.createTempFile("agenthost", ".out");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("AGENTHOST_HOME", home.toString());
        int exit = builder.start().waitFor();
        var said = Files.readString(out);
        Files.delete(out);
        if (exit != 0) {
            throw new IOException(String.join(" ", command) + " answered " + exit + ":\n" + said);
        }
        return said;
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static double seconds(Work work) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e9;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
