package dev.agenthost.orchestrator.walk;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.Execution;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.ResultSink;
import dev.agenthost.orchestrator.run.RunExecutor;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Runners that do what the event's text says: {@code say N}, {@code hang}, {@code fail}, {@code lost}, … */
@Alternative
@ApplicationScoped
public class ScriptedRunners implements RunExecutor {
    public static final String RUNNER = "plugin:agenthost/scripted/default";
    public static final SlotPool POOL = new SlotPool(Set.of(RUNNER), Set.of(SlotPool.ANY));
    private static final int PLACES = 64;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger taken = new AtomicInteger();
    private final Map<String, AtomicInteger> starts = new ConcurrentHashMap<>();
    private final Map<RunId, ResultSink> sinks = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Runnable> wakes = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<FailureCode> cancels = new ConcurrentLinkedQueue<>();

    @Override
    public Map<SlotPool, Integer> room() {
        return Map.of(POOL, PLACES - taken.get());
    }

    @Override
    public void onRoom(Runnable wake) {
        wakes.add(wake);
    }

    /** The number of starts of a run, with any outcome. */
    public int starts(String runId) {
        return starts.getOrDefault(runId, new AtomicInteger()).get();
    }

    /** The connection of that run drops. */
    public void lose(RunId run) {
        sinks.get(run).ended(new ExecutionOutcome.RunnerLost("for a test"));
    }

    @Override
    public Execution execute(ClaimedRun run, ResultSink sink) {
        taken.incrementAndGet();
        int start = starts.computeIfAbsent(run.runId().toString(), id -> new AtomicInteger())
                .incrementAndGet();
        String[] script = run.resolution().event().input().text().split(" ");
        sinks.put(run.runId(), sink);
        threads.execute(() -> play(script, start, sink));
        return new Scripted();
    }

    private void play(String[] script, int start, ResultSink sink) {
        switch (script[0]) {
            case "say" -> say(Integer.parseInt(script[1]), sink);
            case "hang" -> sink.results(List.of(delta("hm"))).await().indefinitely();
            case "idle" -> {}
            case "fail" -> sink.ended(new ExecutionOutcome.Failed(new RunFailed("my.code", "internal", false, null)));
            case "lost" -> {
                if (start == 1) {
                    sink.ended(new ExecutionOutcome.RunnerLost("for a test"));
                } else {
                    say(1, sink);
                }
            }
            case "late" -> {
                if (start == 1) {
                    sink.ended(new ExecutionOutcome.NotStarted(FailureCode.RUNNER_UNAVAILABLE, "for a test"));
                } else {
                    say(1, sink);
                }
            }
            case "nocontext" ->
                sink.ended(new ExecutionOutcome.NotStarted(FailureCode.CONTEXT_UNAVAILABLE, "for a test"));
            default -> throw new IllegalArgumentException(script[0]);
        }
    }

    private static void say(int deltas, ResultSink sink) {
        for (int i = 1; i <= deltas; i++) {
            sink.results(List.of(delta("d" + i))).await().indefinitely();
        }
        Message whole = message("all");
        sink.results(List.of(PendingResult.of(new MessageCompleted(whole))))
                .await()
                .indefinitely();
        sink.ended(new ExecutionOutcome.Completed(new RunCompleted("stop", null), null));
    }

    static PendingResult delta(String text) {
        return PendingResult.of(new MessageDelta(chunk(text)));
    }

    private static MessageChunk chunk(String text) {
        return MessageChunk.assistant(text);
    }

    private static Message message(String text) {
        return Message.assistant(text);
    }

    private final class Scripted implements Execution {
        private boolean sealed;

        @Override
        public void cancel(FailureCode why) {
            cancels.add(why);
        }

        @Override
        public synchronized Uni<List<ResultPayload>> seal() {
            free();
            return Uni.createFrom().item(List.of());
        }

        @Override
        public synchronized void close() {
            free();
        }

        private void free() {
            if (!sealed) {
                sealed = true;
                taken.decrementAndGet();
                wakes.forEach(Runnable::run);
            }
        }
    }
}
