package dev.agenthost.orchestrator.hostapi.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests the trail with a scripted outbox and broker. */
class OutboxAuditTrailTest {
    private static final ConversationKey KEY = new ConversationKey("w/b/c/");

    private final Map<String, AuditRecord> rows = new LinkedHashMap<>();
    private final List<String> sent = new ArrayList<>();
    private final List<String> renewed = new ArrayList<>();
    private CompletableFuture<Void> commit = CompletableFuture.completedFuture(null);
    private boolean brokerIsAway;
    private final OutboxAuditTrail trail = new OutboxAuditTrail(new Rows(), this::send);

    private final class Rows implements AuditOutboxRepository {
        @Override
        public Uni<Void> put(AuditRecord entry, Optional<String> replaced) {
            return Uni.createFrom().completionStage(commit).invoke(() -> {
                replaced.ifPresent(rows::remove);
                rows.put(entry.entry().auditId(), entry);
            });
        }

        @Override
        public Uni<Void> renew(List<String> auditIds) {
            renewed.addAll(auditIds);
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<Void> delete(List<String> auditIds) {
            rows.keySet().removeAll(auditIds);
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<List<AuditRecord>> claim() {
            return Uni.createFrom()
                    .item(() -> rows.values().stream().limit(MOST_CLAIMED).toList());
        }
    }

    private Uni<Void> send(AuditRecord record) {
        return Uni.createFrom().item(() -> {
            if (brokerIsAway) {
                throw new IllegalStateException("away");
            }
            sent.add(record.entry().auditId());
            return null;
        });
    }

    @Test
    void completesAfterTheCommitAndThenPublishes() {
        commit = new CompletableFuture<>();
        AuditEntry entry = entry();
        var recorded = trail.record(KEY, entry).subscribe().withSubscriber(UniAssertSubscriber.create());
        recorded.assertNotTerminated();
        assertThat(sent).isEmpty();

        commit.complete(null);

        recorded.assertCompleted();
        assertThat(sent).containsExactly(entry.auditId());
        assertThat(rows).hasSize(1);
        trail.tick();
        assertThat(rows).isEmpty();
    }

    @Test
    void recordsWithoutASubscriber() {
        trail.record(KEY, entry());

        assertThat(sent).hasSize(1);
    }

    @Test
    void sweepsEntriesAfterABrokerOutage() {
        brokerIsAway = true;
        for (int i = 0; i < 2 * AuditOutboxRepository.MOST_CLAIMED + 1; i++) {
            trail.record(KEY, entry());
        }
        trail.tick();
        trail.sweep();
        assertThat(rows).hasSize(2 * AuditOutboxRepository.MOST_CLAIMED + 1);
        assertThat(trail.lost()).isEmpty();

        brokerIsAway = false;
        trail.sweep();

        assertThat(rows).isEmpty();
        assertThat(sent).hasSize(2 * AuditOutboxRepository.MOST_CLAIMED + 1).doesNotHaveDuplicates();
    }

    @Test
    void publishesWithoutTheOutbox() {
        commit = CompletableFuture.failedFuture(new IllegalStateException("away"));

        trail.record(KEY, entry())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertCompleted();
        assertThat(sent).hasSize(1);
        assertThat(trail.lost()).isEmpty();

        brokerIsAway = true;
        trail.record(KEY, entry())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertCompleted();
        assertThat(trail.lost()).isPresent();
    }

    @Test
    void anIntentIsNotPublishedAndItsOutcomeReplacesIt() {
        AuditEntry intent = entry();
        AuditEntry outcome = entry();
        done(trail.begin(KEY, intent));
        trail.tick();
        assertThat(rows).containsOnlyKeys(intent.auditId());
        assertThat(renewed).containsExactly(intent.auditId());
        assertThat(sent).isEmpty();

        done(trail.complete(intent.auditId(), KEY, outcome));

        assertThat(rows).containsOnlyKeys(outcome.auditId());
        assertThat(sent).containsExactly(outcome.auditId());
        trail.tick();
        assertThat(rows).isEmpty();
        assertThat(renewed).hasSize(1);
    }

    @Test
    void aWithdrawnIntentIsDeleted() {
        AuditEntry intent = entry();
        done(trail.begin(KEY, intent));

        trail.withdraw(intent.auditId());
        trail.tick();

        assertThat(rows).isEmpty();
        assertThat(sent).isEmpty();
        assertThat(renewed).isEmpty();
    }

    @Test
    void anIntentFailsWithoutTheOutbox() {
        commit = CompletableFuture.failedFuture(new IllegalStateException("away"));

        trail.begin(KEY, entry())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertFailed();
        assertThat(sent).isEmpty();
    }

    @Test
    void anOutcomePublishedWithoutTheOutboxDeletesItsIntent() {
        AuditEntry intent = entry();
        done(trail.begin(KEY, intent));
        commit = CompletableFuture.failedFuture(new IllegalStateException("away"));

        done(trail.complete(intent.auditId(), KEY, entry()));
        trail.tick();

        assertThat(sent).hasSize(1).doesNotContain(intent.auditId());
        assertThat(rows).isEmpty();
    }

    private static void done(Uni<Void> recorded) {
        recorded.subscribe().withSubscriber(UniAssertSubscriber.create()).assertCompleted();
    }

    private static AuditEntry entry() {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.EPOCH,
                "run-orchestrator",
                "w",
                null,
                null,
                null,
                "state_set",
                null,
                null,
                AuditResult.ALLOWED,
                null,
                null);
    }
}
