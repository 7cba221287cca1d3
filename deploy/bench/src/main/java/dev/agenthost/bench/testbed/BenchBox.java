package dev.agenthost.bench.testbed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.load.Target;
import dev.agenthost.local.box.Box;
import dev.agenthost.local.box.BoxFailedException;
import dev.agenthost.local.box.BoxOptions;
import dev.agenthost.local.box.BoxState.ProcessState;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.plan.Compilation;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.process.FreePorts;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A box with the bench runner connected, which is a separate process, and a bot that it answers. */
public final class BenchBox implements AutoCloseable {
    /** The bot that the bench runner answers. */
    public static final String BOT = "bench";

    private static final int CREATED = 201;
    private static final int LOOKS = 600;

    private final Box box;
    private final Path logs;
    private final LoadClient caller;
    private final RunEndConsumer ends;
    private Process runner;

    private BenchBox(Box box, Path logs, LoadClient caller, RunEndConsumer ends, Process runner) {
        this.box = box;
        this.logs = logs;
        this.caller = caller;
        this.ends = ends;
        this.runner = runner;
    }

    /** Starts a box whose JVMs compile at all levels. Returns when the runner is registered. */
    public static BenchBox start(Path project, Path home, Consumer<String> progress)
            throws BoxFailedException, IOException, InterruptedException {
        return start(project, home, Map.of(), progress);
    }

    /** Starts such a box with settings by service. */
    public static BenchBox start(
            Path project, Path home, Map<Service, Map<String, String>> extra, Consumer<String> progress)
            throws BoxFailedException, IOException, InterruptedException {
        return start(options(project, home, extra, progress).with(Compilation.ALL_LEVELS));
    }

    /** Starts a box as {@code ./agenthost up} does. Returns when the runner is registered. */
    public static BenchBox startAsUpDoes(Path project, Path home, Consumer<String> progress)
            throws BoxFailedException, IOException, InterruptedException {
        return start(options(project, home, Map.of(), progress).withStartCheck());
    }

    private static BoxOptions options(
            Path project, Path home, Map<Service, Map<String, String>> extra, Consumer<String> progress)
            throws IOException {
        return new BoxOptions(new BoxLayout(project, home), 1, FreePorts.next(), extra, progress);
    }

    private static BenchBox start(BoxOptions options) throws BoxFailedException, IOException, InterruptedException {
        var layout = options.layout();
        var box = Box.start(options);
        try {
            var caller = new LoadClient(box.frontDoor(), box.apiKey());
            var bench = new BenchBox(
                    box,
                    layout.logs(),
                    caller,
                    RunEndConsumer.start(box.bootstrapServers()),
                    runner(box, layout.logs()));
            bench.awaitRunner();
            bench.makeAgent(BOT, BenchRunner.ID, object());
            return bench;
        } catch (IOException | InterruptedException | RuntimeException e) {
            box.close();
            throw e;
        }
    }

    private static Process runner(Box box, Path logs) throws IOException {
        var command = JvmCommand.command();
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

    /** The log file of a process beside the box. */
    public Path log(String name) {
        return logs.resolve(name + ".log");
    }

    /** The runner's process, which is not one of the box. */
    public ProcessHandle runner() {
        return runner.toHandle();
    }

    /** Kills the runner with SIGKILL and starts another. */
    public void replaceRunner() throws IOException {
        runner.destroyForcibly();
        runner = runner(box, logs);
    }

    /** Sends one text, in a conversation of its own. */
    public CompletionStage<LoadClient.Accepted> send(String text) {
        return caller.send(BOT, "c-" + System.nanoTime(), text).toCompletionStage();
    }

    /** Sends one text to another bot. */
    public CompletionStage<LoadClient.Accepted> send(String bot, String conversation, String text) {
        return caller.send(bot, conversation, text).toCompletionStage();
    }

    /** Follows a stream, calls {@code each} with every frame, and completes at the end of the stream. */
    public CompletionStage<Void> follow(String stream, Consumer<StreamFrame> each) {
        return caller.follow(stream, each).toCompletionStage();
    }

    /** Runs that succeed when their end is durable on the topic of results. */
    public Target untilDurable(String text) {
        return number -> send(text).thenCompose(accepted -> ends.endOf(accepted.runId()));
    }

    /** The time at which the run's end is durable on the topic. */
    public CompletionStage<Long> endOf(String runId) {
        return ends.endOf(runId);
    }

    /** Starts an adapter that sends to the same bot; returns when its consumer is ready. */
    public AdapterSimulator adapter() throws InterruptedException {
        return AdapterSimulator.start(box.bootstrapServers(), BOT, ends);
    }

    /** Runs that succeed when the caller has read the answer to its end. */
    public Target untilRead(String text, Consumer<StreamFrame> each) {
        return number -> {
            var read = new CompletableFuture<Long>();
            send(text)
                    .thenCompose(accepted -> follow(accepted.stream(), frame -> {
                        each.accept(frame);
                        if (frame.type().equals(TerminalResultTypes.WELL)) {
                            read.complete(frame.at());
                        }
                    }))
                    .whenComplete((end, failure) -> read.completeExceptionally(
                            failure != null ? failure : new IOException("the stream ended before the answer")));
            return read;
        };
    }

    /** The process of the box with this name, of which there is one replica. */
    public ProcessState process(String name) {
        return box.processes().stream()
                .filter(process -> process.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the box has no " + name));
    }

    /** The address at which runners reach the orchestrator without the front door. */
    public URI orchestratorAddress() {
        return URI.create(
                "ws://127.0.0.1:" + process(Service.RUN_ORCHESTRATOR.module()).port() + "/runner/ws");
    }

    /**
     * Starts another runner as a process. It has the runner key in its environment.
     *
     * @param command that starts it
     * @param lines receives each line of its standard output
     */
    public LineProcess guest(String name, List<String> command, Consumer<String> lines) throws IOException {
        return LineProcess.start(name, command, box.keys().runnerKey(), log(name), lines);
    }

    /**
     * Binds a bot to a runner.
     *
     * @param policies of the agent, by the names of docs/contracts.md
     */
    public void serve(String bot, String runnerId, ObjectNode policies) throws InterruptedException, IOException {
        awaitRunner(runnerId);
        makeAgent(bot, runnerId, policies);
    }

    /**
     * Creates an object through the REST API.
     *
     * @param path of the collection
     */
    public void create(String path, ObjectNode body) {
        caller.request(HttpMethod.POST, path, body, CREATED)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    /** Returns when the runner is registered. */
    public void awaitRunner() throws InterruptedException, IOException {
        awaitRunner(BenchRunner.ID);
    }

    private void awaitRunner(String runnerId) throws InterruptedException, IOException {
        for (int i = 0; i < LOOKS; i++) {
            if (isRegistered(runnerId)) {
                return;
            }
            Thread.sleep(100);
        }
        throw new IOException(runnerId + " did not connect");
    }

    private boolean isRegistered(String runnerId) {
        return caller.get("/api/v1/runners")
                .map(runners -> runners.toString().contains("\"" + runnerId + "\""))
                .otherwise(false)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private void makeAgent(String bot, String runnerId, ObjectNode policies) {
        var agent = object().put("agent_id", bot).put("runner_id", runnerId);
        agent.setAll(policies);
        var binding = object().put("binding_id", bot).put("agent_id", bot);
        binding.putObject("scope").put("kind", "bot").put("bot_id", bot);
        binding.putArray("event_types").add("message.received");
        create("/api/v1/agents", agent);
        create("/api/v1/bindings", binding);
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
