package dev.agenthost.door.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.key.KeyRole;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RefusedKeysTest {
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

    private final RefusedKeys keys = new RefusedKeys();

    @Test
    void aFloodFromOneAddressIsOneEntryASecond() {
        for (int i = 0; i < 100_000; i++) {
            keys.unknown("198.51.100.7", "GET /api/v1/agents?" + i);
        }

        assertThat(keys.drain("event-gateway", NOW)).singleElement().satisfies(entry -> {
            assertThat(entry.service()).isEqualTo("event-gateway");
            assertThat(entry.workspaceId()).isEqualTo("*");
            assertThat(entry.action()).isEqualTo("key.refused");
            assertThat(entry.resource()).isEqualTo("address/198.51.100.7");
            assertThat(entry.result()).isEqualTo(AuditResult.DENIED);
            assertThat(entry.code()).isEqualTo("unauthorized");
            assertThat(entry.detail()).isEqualTo("100000 requests, the first GET /api/v1/agents?0");
        });
        assertThat(keys.drain("event-gateway", NOW)).isEmpty();
    }

    @Test
    void aFloodFromManyAddressesIsBounded() {
        for (int i = 0; i < 100_000; i++) {
            keys.unknown("2001:db8::" + Integer.toHexString(i), "GET /api/v1/agents");
        }

        List<AuditEntry> entries = keys.drain("event-gateway", NOW);
        assertThat(entries).hasSize(RefusedKeys.MOST_ADDRESSES + 1);
        assertThat(entries)
                .filteredOn(entry -> "address/others".equals(entry.resource()))
                .singleElement()
                .satisfies(entry ->
                        assertThat(entry.detail()).startsWith(100_000 - RefusedKeys.MOST_ADDRESSES + " requests, "));
    }

    @Test
    void aKeyWhoseRoleDoesNotSufficeIsNamedInItsWorkspace() {
        ApiKey key = ApiKey.configured("reader", "0".repeat(64), "demo", KeyRole.VIEWER, Set.of(ApiKey.ANY));

        keys.forbidden(key, "198.51.100.7", "DELETE /api/v1/agents/a");

        assertThat(keys.drain("binding-resolver", NOW)).singleElement().satisfies(entry -> {
            assertThat(entry.workspaceId()).isEqualTo("demo");
            assertThat(entry.actor()).isEqualTo(key.keyId());
            assertThat(entry.code()).isEqualTo("forbidden");
        });
    }

    @Test
    void whatIsAskedKeepsNoEntryFromBeingStored() {
        keys.unknown("198.51.100.7", "GET /api/\u0000\ud800\n" + "x".repeat(1000));

        assertThat(keys.drain("event-gateway", NOW).getFirst().detail())
                .startsWith("1 request, GET /api/???xxx")
                .hasSizeLessThan(250);
    }
}
