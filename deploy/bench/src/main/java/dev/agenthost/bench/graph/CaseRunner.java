package dev.agenthost.bench.graph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.graph.endpoint.BenchEndpoint;
import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.script.TaskText;
import dev.agenthost.bench.graph.task.BenchTask;
import dev.agenthost.bench.graph.task.TaskStep;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.WireFrames;
import dev.agenthost.local.plan.Demo;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** Runs cases in a box: each arm is a bot with an agent, a model and tools of its own. */
final class CaseRunner {
    private static final int MOST_ROUNDS = 40;
    private static final int MOST_PARALLEL = 16;

    private final BenchBox box;
    private final BenchEndpoint endpoint;
    private final Duration patience;
    private final AtomicInteger cases = new AtomicInteger();

    /** @param patience longest time of a case */
    CaseRunner(BenchBox box, BenchEndpoint endpoint, Duration patience) {
        this.box = box;
        this.endpoint = endpoint;
        this.patience = patience;
    }

    /** Creates the tools, the models and the bots of all arms. */
    void install() throws IOException, InterruptedException {
        for (var server : List.of(BenchEndpoint.WHOLE, BenchEndpoint.SHORT)) {
            box.create(
                    "/api/v1/mcp-servers",
                    WireFrames.object()
                            .put("server_id", server)
                            .put("kind", "http")
                            .put("url", endpoint.toolsUrl(server)));
        }
        for (var arm : TaskArm.values()) {
            var model = WireFrames.object()
                    .put("model_id", name(arm))
                    .put("kind", "chat")
                    .put("model", "scripted");
            model.putObject("provider").put("base_url", endpoint.modelUrl(arm));
            box.create("/api/v1/models", model);
            box.serve(
                    name(arm), arm == TaskArm.GRAPH ? Demo.PLANNING_RUNNER_ID : Demo.THINKING_RUNNER_ID, policies(arm));
        }
    }

    private static ObjectNode policies(TaskArm arm) {
        var policies = WireFrames.object();
        var config = policies.putObject("runner_config");
        config.put("prompt", "Do the task with the tools.")
                .putObject("model")
                .put("primary", name(arm))
                .putArray("fallbacks");
        if (arm == TaskArm.GRAPH) {
            config.put("max-parallel", MOST_PARALLEL);
        } else {
            config.put("max-tool-rounds", MOST_ROUNDS).put("max-parallel-tools", MOST_PARALLEL);
        }
        policies.putObject("resource_policy").putArray("tools").add(BenchEndpoint.server(arm) + "/*");
        return policies;
    }

    private static String name(TaskArm arm) {
        return "graph-" + arm.letter();
    }

    /** @param observer receives case and step of each call of a tool before it is executed */
    void observeCalls(BiConsumer<String, TaskStep> observer) {
        endpoint.observeCalls(observer);
    }

    /** Runs one case. */
    CompletableFuture<CaseRun> start(BenchTask task, TaskArm arm) {
        var caseId = task.id() + "." + cases.incrementAndGet();
        return box.send(name(arm), caseId, TaskText.of(task, caseId))
                .thenCompose(accepted -> {
                    long from = System.nanoTime();
                    var frames = new AnswerFrames();
                    return box.follow(accepted.stream(), frames::add)
                            .thenApply(ended -> new CaseRun(
                                    caseId,
                                    task,
                                    arm,
                                    frames.answer(),
                                    frames.end(),
                                    from,
                                    Duration.ofNanos(frames.endedAt() - from),
                                    endpoint.log().exchanges(caseId),
                                    endpoint.log().calls(caseId)));
                })
                .toCompletableFuture();
    }

    /** Runs one case and waits for its end. */
    CaseRun run(BenchTask task, TaskArm arm) throws ExecutionException, InterruptedException, TimeoutException {
        return start(task, arm).get(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Runs all tasks once.
     *
     * @param atOnce most cases at a time
     */
    List<CaseRun> run(List<BenchTask> tasks, TaskArm arm, int atOnce)
            throws ExecutionException, InterruptedException, TimeoutException {
        var slots = new Semaphore(atOnce);
        var started = new ArrayList<CompletableFuture<CaseRun>>();
        for (var task : tasks) {
            slots.acquire();
            started.add(start(task, arm).whenComplete((run, failure) -> slots.release()));
        }
        var runs = new ArrayList<CaseRun>();
        for (var one : started) {
            runs.add(one.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        }
        return runs;
    }
}
