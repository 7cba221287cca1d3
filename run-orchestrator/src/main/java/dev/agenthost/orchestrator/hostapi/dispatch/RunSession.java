package dev.agenthost.orchestrator.hostapi.dispatch;

import dev.agenthost.orchestrator.flowcontrol.Rate;
import dev.agenthost.orchestrator.flowcontrol.TokenBucket;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.run.ClaimedRun;
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
 * The session in which the runner of a run may call the host, with the facts for the checks of each call. A session belongs to one
 * connection, has the run id that the runner of this attempt knows, and ends with the run.
 */
public final class RunSession {
    /** The rate of calls of one run. The limit is high: it stops an endless loop, not a working agent. */
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
    private volatile @Nullable ClaimedRun run;
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
     * @param now the monotonic clock of this process in nanoseconds, as every {@code now} here
     * @param limit the time until the run's deadline; a duration, since the clocks of machines differ
     * @param positions the records that a history page must include: the event of the run, and the previous turn
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

    /** Sets the run of the session, before the run begins. */
    public void of(ClaimedRun claimed) {
        run = claimed;
    }

    /** Returns the run, with its event and its binding. */
    public ClaimedRun run() {
        ClaimedRun claimed = run;
        if (claimed == null) {
            throw new IllegalStateException("the session has no run");
        }
        return claimed;
    }

    /** Sets the agent's default for omitting the thoughts of models, before the run begins. */
    public void leaveOutThoughts(boolean defaultValue) {
        leavesOutThoughts = defaultValue;
    }

    /** Returns true if thoughts are omitted where a call does not choose. */
    public boolean leavesOutThoughts() {
        return leavesOutThoughts;
    }

    /** Cancels the session: from now on only {@code run_get} of the run itself is served. */
    public void cancel(FailureCode why) {
        if (cancelled == null) {
            cancelled = why;
        }
        runAtEnd();
    }

    /** Ends the session: from now on no call is served. */
    public void end() {
        over = true;
        runAtEnd();
    }

    /** Runs the action when the run ends or is cancelled, or at once if it has. @return removes the action */
    public Runnable atEnd(Runnable action) {
        atEnd.add(action);
        if (over || cancelled != null) {
            runAtEnd();
        }
        return () -> atEnd.remove(action);
    }

    private void runAtEnd() {
        atEnd.forEach(action -> {
            if (atEnd.remove(action)) {
                action.run();
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

    /** Returns the run as the owner of artifacts in context-store. */
    public ArtifactOwner owner() {
        Grant frozen = grant();
        return facts.owner(workspaceId, runId, botId, frozen.conversationId(), frozen.threadId());
    }

    public RunnerId runnerId() {
        return runnerId;
    }

    /** Returns the generation of the runner's SDK. */
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

    /** Returns the id of the next change; a retry of the change has the same id. */
    public String nextOperationId() {
        return attempt + "/call/" + effects.incrementAndGet();
    }
}
