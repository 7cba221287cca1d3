package dev.agenthost.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.security.KeyRole;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyRefusalAggregatorTest {
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

    private final List<AuditEntry> recorded = new ArrayList<>();
    private final KeyRefusalAggregator keys =
            new KeyRefusalAggregator("event-gateway", InstantSource.fixed(NOW), entry -> {
                recorded.add(entry);
                return Uni.createFrom().nothing();
            });

    @Test
    void theFirstOfEachAddressAndSecondIsRecordedAtOnceAndAnsweredThen() {
        for (String address : List.of("198.51.100.7", "198.51.100.8")) {
            Uni<Void> first = keys.unknown(address, "GET /api/v1/agents");
            assertThat(recorded).last().satisfies(entry -> {
                assertThat(entry.at()).isEqualTo(NOW);
                assertThat(entry.resource()).isEqualTo("address/" + address);
                assertThat(entry.detail()).isEqualTo("1 request, GET /api/v1/agents");
            });
            first.subscribe().withSubscriber(UniAssertSubscriber.create()).assertNotTerminated();
            keys.unknown(address, "GET /api/v1/agents")
                    .subscribe()
                    .withSubscriber(UniAssertSubscriber.create())
                    .assertCompleted();
        }
        assertThat(recorded).hasSize(2);

        assertThat(keys.drain()).hasSize(2);
        keys.unknown("198.51.100.7", "GET /api/v1/agents");
        assertThat(recorded).hasSize(3);
        assertThat(keys.drain()).isEmpty();
    }

    @Test
    void aFloodFromOneAddressIsTwoEntriesASecond() {
        for (int i = 0; i < 100_000; i++) {
            keys.unknown("198.51.100.7", "GET /api/v1/agents?" + i);
        }

        assertThat(recorded).hasSize(1);
        assertThat(keys.drain()).singleElement().satisfies(entry -> {
            assertThat(entry.service()).isEqualTo("event-gateway");
            assertThat(entry.workspaceId()).isEqualTo("*");
            assertThat(entry.action()).isEqualTo("key.refused");
            assertThat(entry.resource()).isEqualTo("address/198.51.100.7");
            assertThat(entry.result()).isEqualTo(AuditResult.DENIED);
            assertThat(entry.code()).isEqualTo("unauthorized");
            assertThat(entry.detail()).isEqualTo("99999 requests, the first GET /api/v1/agents?1");
        });
        assertThat(keys.drain()).isEmpty();
    }

    @Test
    void aFloodFromManyAddressesIsBounded() {
        for (int i = 0; i < 100_000; i++) {
            keys.unknown("2001:db8::" + Integer.toHexString(i), "GET /api/v1/agents");
        }

        assertThat(recorded).hasSize(KeyRefusalAggregator.MOST_ADDRESSES);
        assertThat(keys.drain()).singleElement().satisfies(entry -> {
            assertThat(entry.resource()).isEqualTo("address/others");
            assertThat(entry.detail()).startsWith(100_000 - KeyRefusalAggregator.MOST_ADDRESSES + " requests, ");
        });
    }

    @Test
    void aKeyWhoseRoleDoesNotSufficeIsNamedInItsWorkspace() {
        ApiKey key = ApiKey.configured("reader", "0".repeat(64), "demo", KeyRole.VIEWER, Set.of(ApiKey.ANY));

        keys.forbidden(key, "198.51.100.7", "DELETE /api/v1/agents/a");

        assertThat(recorded).singleElement().satisfies(entry -> {
            assertThat(entry.workspaceId()).isEqualTo("demo");
            assertThat(entry.actor()).isEqualTo(key.keyId());
            assertThat(entry.code()).isEqualTo("forbidden");
        });
    }

    @Test
    void whatIsAskedKeepsNoEntryFromBeingStored() {
        keys.unknown("198.51.100.7", "GET /api/\u0000\ud800\n" + "x".repeat(1000));

        assertThat(recorded.getFirst().detail())
                .startsWith("1 request, GET /api/???xxx")
                .hasSizeLessThan(250);
    }
}
