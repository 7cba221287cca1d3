package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes each entry to the outbox, then publishes it, then deletes its row. An entry may be published twice, with one id. If the outbox
 * is unavailable, the entry is published without it. An intent is a row that its writer does not publish: it is renewed while the call
 * is running, and the commit of the outcome deletes it.
 *
 * <pre>
 *   record ──► outbox: committed ──► topic: acknowledged ──► row deleted, with others, within a second
 *                 │ fails              │ fails, or the process dies
 *                 └──► topic           └──► swept: claimed by any replica ──► topic ──► row deleted
 *
 *   begin ──► outbox: committed ──► the effect ──► complete: its row replaces the intent's, then as above
 *                 │ fails              │ the process dies
 *                 └──► no effect       └──► swept: published as it is, with the outcome unknown
 * </pre>
 */
public final class OutboxAuditTrail implements AuditTrail {
    /** The time limit of a publication without the outbox; a call waits for it. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final AuditOutboxRepository outbox;
    private final AuditProducer producer;
    private final LostEntries lost = new LostEntries();
    private final Queue<String> deletable = new ConcurrentLinkedQueue<>();
    private final Set<String> intents = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean sweeping = new AtomicBoolean();

    public OutboxAuditTrail(AuditOutboxRepository outbox, AuditProducer producer) {
        this.outbox = outbox;
        this.producer = producer;
    }

    @Override
    public Uni<Void> record(ConversationKey key, AuditEntry entry) {
        return record(key, entry, Optional.empty());
    }

    @Override
    public Uni<Void> begin(ConversationKey key, AuditEntry intent) {
        String id = intent.auditId();
        return outbox.put(new AuditRecord(key, intent), Optional.empty())
                .invoke(() -> intents.add(id))
                .onFailure()
                .invoke(why -> deletable.add(id));
    }

    @Override
    public Uni<Void> complete(String intentId, ConversationKey key, AuditEntry outcome) {
        intents.remove(intentId);
        return record(key, outcome, Optional.of(intentId));
    }

    @Override
    public void withdraw(String intentId) {
        intents.remove(intentId);
        deletable.add(intentId);
    }

    private Uni<Void> record(ConversationKey key, AuditEntry entry, Optional<String> intentId) {
        AuditRecord record = new AuditRecord(key, entry);
        Uni<Void> recorded = outbox.put(record, intentId)
                .invoke(() -> {
                    FailPoint.at(
                            entry.result() == AuditResult.ALLOWED
                                    ? "orchestrator.45-audited"
                                    : "orchestrator.46-refusal-audited");
                    publish(record);
                })
                .onFailure()
                .recoverWithUni(() -> producer.send(record)
                        .ifNoItem()
                        .after(LIMIT)
                        .fail()
                        .invoke(() -> intentId.ifPresent(deletable::add)))
                .onFailure()
                .invoke(why -> lost.add(why.toString()))
                .onFailure()
                .recoverWithNull()
                .memoize()
                .indefinitely();
        recorded.subscribe().with(done -> {}, why -> {});
        return recorded;
    }

    /** An entry that cannot be published stays in the outbox. */
    @Override
    public void publish(AuditRecord record) {
        producer.send(record)
                .subscribe()
                .with(sent -> deletable.add(record.entry().auditId()), why -> {});
    }

    /** Each second: deletes what is published and renews the intents of running calls. */
    public void tick() {
        if (!intents.isEmpty()) {
            outbox.renew(List.copyOf(intents)).subscribe().with(renewed -> {}, why -> {});
        }
        List<String> ids = new ArrayList<>();
        for (String id = deletable.poll(); id != null; id = deletable.poll()) {
            ids.add(id);
        }
        if (!ids.isEmpty()) {
            outbox.delete(ids).subscribe().with(deleted -> {}, why -> {});
        }
    }

    /** Returns one sentence about the entries lost since the last call; empty if none was lost. */
    public Optional<String> lost() {
        return lost.drainSummary();
    }

    /** Every few seconds: publishes the entries that ended processes left, batch by batch. */
    public void sweep() {
        if (sweeping.compareAndSet(false, true)) {
            sweepBatches().subscribe().with(done -> sweeping.set(false), why -> sweeping.set(false));
        }
    }

    private Uni<Void> sweepBatches() {
        return outbox.claim()
                .chain(claimed -> claimed.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : sent(claimed).chain(ids -> outbox.delete(ids)
                                .chain(() -> ids.size() < AuditOutboxRepository.MOST_CLAIMED
                                        ? Uni.createFrom().voidItem()
                                        : sweepBatches())));
    }

    private Uni<List<String>> sent(List<AuditRecord> claimed) {
        return Multi.createFrom()
                .iterable(claimed)
                .onItem()
                .transformToUniAndMerge(record -> producer.send(record)
                        .replaceWith(record.entry().auditId())
                        .onFailure()
                        .recoverWithNull())
                .collect()
                .asList();
    }
}
