package dev.agenthost.orchestrator.hostapi.dispatch;

import dev.agenthost.orchestrator.flowcontrol.Rate;
import dev.agenthost.orchestrator.flowcontrol.TokenBucket;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A run while its runner may call the host, with the facts that each call is checked against. It lives on one connection, under the run id
 * of this attempt's runner, and ends with the run.
 */
public final class RunSession {
    /** The calls of one run, generous on purpose: the rate stops an endless loop, not an agent at work. */
    private static final Rate CALLS = new Rate(100, 400);

    private final String connectionId;
    private final RunId seenRunId;
    private final RunId runId;
    private final int attempt;
    private final String workspaceId;
    private final String botId;
    private final RunnerId runnerId;
    private final SdkGeneration generation;
    private final long deadline;
    private final ConversationKey conversationKey;
    private final List<RecordPosition> positions;
    private final @Nullable String senderId;
    private final RunSubjects facts;
    private final TokenBucket rate;
    private final AtomicLong effects = new AtomicLong();
    private volatile @Nullable Grant grant;
    private final Set<Runnable> atEnd = ConcurrentHashMap.newKeySet();
    private volatile @Nullable FailureCode cancelled;
    private volatile boolean over;
    private volatile boolean leavesOutThoughts;

    /** Creates the session of a run without sender, binding and subject. */
    public RunSession(
            String connectionId,
            RunId runId,
            RunId seenRunId,
            int attempt,
            String workspaceId,
            String botId,
            RunnerId runnerId,
            SdkGeneration generation,
            long now,
            Duration limit,
            ConversationKey conversationKey,
            List<RecordPosition> positions) {
        this(
                connectionId,
                runId,
                seenRunId,
                attempt,
                workspaceId,
                botId,
                runnerId,
                generation,
                now,
                limit,
                conversationKey,
                positions,
                null,
                new RunSubjects(null, null, null));
    }

    /**
     * @param now of this process's monotonic clock, in nanoseconds, as every {@code now} here
     * @param limit the time until the run's deadline: clocks of machines differ, durations do not
     * @param positions the records that a history page must include: the run's own event, and the turn before
     * @param senderId the sender of the message that the run answers; null if there is none
     * @param facts the ids that the run acts for
     */
    public RunSession(
            String connectionId,
            RunId runId,
            RunId seenRunId,
            int attempt,
            String workspaceId,
            String botId,
            RunnerId runnerId,
            SdkGeneration generation,
            long now,
            Duration limit,
            ConversationKey conversationKey,
            List<RecordPosition> positions,
            @Nullable String senderId,
            RunSubjects facts) {
        this.senderId = senderId;
        this.facts = facts;
        this.connectionId = connectionId;
        this.runId = runId;
        this.seenRunId = seenRunId;
        this.attempt = attempt;
        this.workspaceId = workspaceId;
        this.botId = botId;
        this.runnerId = runnerId;
        this.generation = generation;
        this.deadline = now + limit.toNanos();
        this.rate = TokenBucket.full(CALLS, now);
        this.conversationKey = conversationKey;
        this.positions = List.copyOf(positions);
    }

    /** Sets the grant, which holds from the run's start to its end. */
    public void begin(Grant frozen) {
        if (grant != null) {
            throw new IllegalStateException("a grant never changes during a run");
        }
        grant = frozen;
    }

    /** Sets the agent's default for omitting the thoughts of models, before the run begins. */
    public void leaveOutThoughts(boolean usual) {
        leavesOutThoughts = usual;
    }

    /** Returns true if thoughts are omitted where a call does not choose. */
    public boolean leavesOutThoughts() {
        return leavesOutThoughts;
    }

    /** From now on only {@code run_get} of itself is answered. */
    public void cancel(FailureCode why) {
        if (cancelled == null) {
            cancelled = why;
        }
        runAtEnd();
    }

    /** Nothing may be called any more. */
    public void end() {
        over = true;
        runAtEnd();
    }

    /** Has that done when the run ends or is cancelled, and at once where it is. @return forgets it */
    public Runnable atEnd(Runnable what) {
        atEnd.add(what);
        if (over || cancelled != null) {
            runAtEnd();
        }
        return () -> atEnd.remove(what);
    }

    private void runAtEnd() {
        atEnd.forEach(what -> {
            if (atEnd.remove(what)) {
                what.run();
            }
        });
    }

    public Optional<FailureCode> cancelled() {
        return Optional.ofNullable(cancelled);
    }

    public String connectionId() {
        return connectionId;
    }

    public RunId seenRunId() {
        return seenRunId;
    }

    public RunId runId() {
        return runId;
    }

    public int attempt() {
        return attempt;
    }

    public String workspaceId() {
        return workspaceId;
    }

    public String botId() {
        return botId;
    }

    /** The sender of the message that the run answers. */
    public @Nullable String senderId() {
        return senderId;
    }

    /** The run as the owner of artifacts in context-store, for those it makes and sees. */
    public ArtifactOwner owner() {
        Grant frozen = grant();
        return facts.owner(workspaceId, runId, botId, frozen.conversationId(), frozen.threadId());
    }

    public RunnerId runnerId() {
        return runnerId;
    }

    /** Of the SDK that its runner is made with. */
    public SdkGeneration generation() {
        return generation;
    }

    public Grant grant() {
        Grant frozen = grant;
        if (frozen == null) {
            throw new IllegalStateException("the run has not begun");
        }
        return frozen;
    }

    public boolean isCancelled() {
        return cancelled != null;
    }

    /** The time until the run's deadline; negative after it. */
    public Duration left(long now) {
        return Duration.ofNanos(deadline - now);
    }

    public ConversationKey conversationKey() {
        return conversationKey;
    }

    public List<RecordPosition> positions() {
        return positions;
    }

    public boolean takesCall(long now) {
        return rate.take(1, now);
    }

    /** Names the next change that a call makes; it is the same in every repetition of the same change. */
    public String nextOperationId() {
        return attempt + "/call/" + effects.incrementAndGet();
    }
}
