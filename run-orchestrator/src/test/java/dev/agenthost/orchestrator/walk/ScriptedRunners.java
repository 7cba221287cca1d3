package dev.agenthost.orchestrator.walk;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunExecutor;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInputs;
import dev.agenthost.orchestrator.lifecycle.attempt.ScriptedStream;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.RunFailed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
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
    private final Map<RunId, ScriptedStream> streams = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Runnable> wakes = new ConcurrentLinkedQueue<>();

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
        streams.get(run).lose();
    }

    @Override
    public void execute(ClaimedRun run, RunInputs inputs) {
        taken.incrementAndGet();
        int start = starts.computeIfAbsent(run.runId().toString(), id -> new AtomicInteger())
                .incrementAndGet();
        String[] script = run.resolution().event().input().text().split(" ");
        ScriptedStream stream = ScriptedStream.reserve(inputs, this::perform);
        streams.put(run.runId(), stream);
        threads.execute(() -> play(script, start, stream));
    }

    private void perform(StreamEffect effect) {
        if (effect instanceof StreamEffect.CloseInbox) {
            taken.decrementAndGet();
            wakes.forEach(Runnable::run);
        }
    }

    private void play(String[] script, int start, ScriptedStream stream) {
        switch (script[0]) {
            case "say" -> say(Integer.parseInt(script[1]), stream);
            case "hang" -> stream.say(ScriptedStream.delta("hm"));
            case "idle" -> {}
            case "fail" -> stream.say(new RunFailed("my.code", "internal", false, null));
            case "lost" -> {
                if (start == 1) {
                    stream.lose();
                } else {
                    say(1, stream);
                }
            }
            case "late" -> {
                if (start == 1) {
                    stream.notCalled(new ExecutionOutcome.NotStarted(FailureCode.RUNNER_UNAVAILABLE, "for a test"));
                } else {
                    say(1, stream);
                }
            }
            case "nocontext" ->
                stream.notCalled(new ExecutionOutcome.NotStarted(FailureCode.CONTEXT_UNAVAILABLE, "for a test"));
            default -> throw new IllegalArgumentException(script[0]);
        }
    }

    private static void say(int deltas, ScriptedStream stream) {
        for (int i = 1; i <= deltas; i++) {
            stream.say(ScriptedStream.delta("d" + i));
        }
        stream.say(new MessageCompleted(Message.assistant("all")));
        stream.complete();
    }
}
