package dev.agenthost.bench.walk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.load.Target;
import dev.agenthost.bench.runner.BenchRunner;
import dev.agenthost.local.box.Box;
import dev.agenthost.local.box.BoxFailedException;
import dev.agenthost.local.box.BoxOptions;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.process.FreePorts;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A box with the bench runner connected to it, as a process of its own, and a bot that it answers. */
public final class BenchBox implements AutoCloseable {
    private static final String BOT = "bench";
    private static final int CREATED = 201;
    private static final int LOOKS = 600;

    private final Box box;
    private final Path logs;
    private final Caller caller;
    private final EndsTail ends;
    private Process runner;

    private BenchBox(Box box, Path logs, Caller caller, EndsTail ends, Process runner) {
        this.box = box;
        this.logs = logs;
        this.caller = caller;
        this.ends = ends;
        this.runner = runner;
    }

    /** Returns when the runner is registered. */
    public static BenchBox start(Path project, Path home, Consumer<String> progress)
            throws BoxFailedException, IOException, InterruptedException {
        var layout = new BoxLayout(project, home);
        var box = Box.start(new BoxOptions(layout, 1, FreePorts.next(), Map.of(), progress));
        try {
            var caller = new Caller(box.frontDoor(), box.apiKey());
            var bench = new BenchBox(
                    box, layout.logs(), caller, EndsTail.start(box.bootstrapServers()), runner(box, layout.logs()));
            bench.awaitRunner();
            bench.makeAgent();
            return bench;
        } catch (IOException | InterruptedException | RuntimeException e) {
            box.close();
            throw e;
        }
    }

    private static Process runner(Box box, Path logs) throws IOException {
        var command = Jvm.command();
        command.add(BenchRunner.class.getName());
        command.add(box.runnerAddress().toString());
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        logs.resolve("bench-runner.log").toFile()));
        builder.environment().put("AGENTHOST_RUNNER_KEY", box.keys().runnerKey());
        return builder.start();
    }

    public Box box() {
        return box;
    }

    /** Where a process beside the box writes what goes wrong. */
    public Path log(String name) {
        return logs.resolve(name + ".log");
    }

    /** The runner's process, which is not the box's. */
    public ProcessHandle runner() {
        return runner.toHandle();
    }

    /** SIGKILL, and another in its place. */
    public void replaceRunner() throws IOException {
        runner.destroyForcibly();
        runner = runner(box, logs);
    }

    /** Says one text, in a conversation of its own. */
    public CompletionStage<Caller.Accepted> say(String text) {
        return caller.say(BOT, "c-" + System.nanoTime(), text).toCompletionStage();
    }

    /** Follows a stream, and is done when it ends. Results are told as they come. */
    public CompletionStage<Void> follow(String stream, Consumer<Frame> each) {
        return caller.follow(stream, each).toCompletionStage();
    }

    /** Runs that have come out when their end is durable on the topic of results. */
    public Target untilDurable(String text) {
        return number -> say(text).thenCompose(accepted -> ends.endOf(accepted.runId()));
    }

    /** When the run's end is durable on the topic. */
    public CompletionStage<Long> endOf(String runId) {
        return ends.endOf(runId);
    }

    /** An adapter that speaks to the same bot; returns when it listens. */
    public Adapter adapter() throws InterruptedException {
        return Adapter.start(box.bootstrapServers(), BOT, ends);
    }

    /** Runs that have come out when whoever asked has read the answer to its end. */
    public Target untilRead(String text, Consumer<Frame> each) {
        return number -> {
            var read = new CompletableFuture<Long>();
            say(text)
                    .thenCompose(accepted -> follow(accepted.stream(), frame -> {
                        each.accept(frame);
                        if (frame.type().equals(Ends.WELL)) {
                            read.complete(frame.at());
                        }
                    }))
                    .whenComplete((end, failure) -> read.completeExceptionally(
                            failure != null ? failure : new IOException("the stream ended before the answer")));
            return read;
        };
    }

    /** Returns when the runner is registered. */
    public void awaitRunner() throws InterruptedException, IOException {
        for (int i = 0; i < LOOKS; i++) {
            if (isRegistered()) {
                return;
            }
            Thread.sleep(100);
        }
        throw new IOException("the bench runner did not connect");
    }

    private boolean isRegistered() {
        return caller.get("/api/v1/runners")
                .map(runners -> runners.toString().contains("\"" + BenchRunner.ID + "\""))
                .otherwise(false)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private void makeAgent() {
        var agent = object().put("agent_id", BOT).put("runner_id", BenchRunner.ID);
        var binding = object().put("binding_id", BOT).put("agent_id", BOT);
        binding.putObject("scope").put("kind", "bot").put("bot_id", BOT);
        binding.putArray("event_types").add("message.received");
        caller.ask(HttpMethod.POST, "/api/v1/agents", agent, CREATED)
                .compose(made -> caller.ask(HttpMethod.POST, "/api/v1/bindings", binding, CREATED))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private static ObjectNode object() {
        return ProtocolCodec.mapper().createObjectNode();
    }

    @Override
    public void close() {
        runner.destroyForcibly();
        caller.close();
        try {
            ends.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        box.close();
    }
}
