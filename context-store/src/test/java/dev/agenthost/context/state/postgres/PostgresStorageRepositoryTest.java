package dev.agenthost.context.state.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.state.StorageCondition;
import dev.agenthost.context.state.StorageKey;
import dev.agenthost.context.state.StorageQuota;
import dev.agenthost.context.state.StorageRepository;
import dev.agenthost.context.state.StorageWrite;
import dev.agenthost.context.state.StoredValue;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.protocol.store.state.StorageKind;
import dev.agenthost.protocol.store.state.StorageLimits;
import dev.agenthost.protocol.store.state.StorageOwner;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests values of a storage: written, compared, listed, and visible to their owner only. */
class PostgresStorageRepositoryTest extends StorageRepositoryFixture {
    @Test
    void setGetKeysDelete() {
        open(1);
        byte[] anyValue = {0, -1, 'v', 0x7f};
        assertThat(await(store.set(claim(1, "o1"), key("b"), anyValue))).isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o2"), key("B"), new byte[0]))).isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o3"), key("ä"), bytes(1)))).isEqualTo(CHANGED);

        StoredValue found = await(store.get(key("b"))).orElseThrow();
        assertThat(found.bytes()).containsExactly(anyValue);
        assertThat(await(store.get(key("B"))).orElseThrow().bytes()).isEmpty();
        assertThat(await(store.keys("w", owner)).keys()).containsExactly("B", "b", "ä");

        assertThat(await(store.delete(claim(1, "o4"), key("b")))).isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o5"), key("b")))).isEqualTo(UNCHANGED);
        assertThat(await(store.get(key("b")))).isEmpty();
        assertThat(used()).isEqualTo("1/2");
    }

    @Test
    void theEtagIsTheDigestOfTheBytes() {
        open(1);
        await(store.set(claim(1, "o1"), key("k"), "abc".getBytes(UTF_8)));

        assertThat(await(store.get(key("k"))).map(StoredValue::etag))
                .contains("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void theLargestValueIsStoredAndRead() {
        open(1);
        StorageRepository largeQuota = new PostgresStorageRepository(database.pool(), new StorageQuota(1L << 30, 4));
        byte[] largest = new byte[StorageLimits.VALUE_BYTES];
        Arrays.fill(largest, (byte) 7);

        assertThat(await(largeQuota.set(claim(1, "o1"), key("k"), largest))).isEqualTo(CHANGED);
        assertThat(await(largeQuota.get(key("k"))).orElseThrow().bytes()).isEqualTo(largest);
    }

    @Test
    void aRepeatedOperationChangesNothingAndGetsTheSameAnswer() {
        open(1);
        await(store.set(claim(1, "o1"), key("k"), bytes(10)));
        await(store.set(claim(1, "o2"), key("k"), bytes(20)));

        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(10)))).isEqualTo(CHANGED);
        assertThat(size("k")).contains(20);
        assertThat(await(store.delete(claim(1, "o3"), key("none")))).isEqualTo(UNCHANGED);
        await(store.set(claim(1, "o4"), key("none"), bytes(1)));
        assertThat(await(store.delete(claim(1, "o3"), key("none")))).isEqualTo(UNCHANGED);
        assertThat(size("none")).contains(1);
        assertThat(await(store.delete(claim(1, "o5"), key("none")))).isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o5"), key("none")))).isEqualTo(CHANGED);
        assertThat(used()).isEqualTo("20/1");
    }

    @Test
    void aConcurrentlyRepeatedOperationIsDoneAndCountedOnce() {
        open(1);
        List<StorageWrite> answers =
                all(IntStream.range(0, 8).mapToObj(i -> store.set(claim(1, "same"), key("k" + i), bytes(10))));

        assertThat(answers).containsOnly(CHANGED);
        assertThat(await(store.keys("w", owner)).keys()).hasSize(1);
        assertThat(used()).isEqualTo("10/1");
    }

    @Test
    void anOlderAttemptWritesNothing() {
        open(1);
        open(2);

        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(1)))).isEqualTo(FENCED);
        assertThat(await(store.delete(claim(1, "o2"), key("k")))).isEqualTo(FENCED);
        assertThat(await(store.set(claim(2, "o1"), key("k"), bytes(1)))).isEqualTo(CHANGED);
    }

    @Test
    void anEndedOrUnknownRunWritesNothing() {
        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(1)))).isEqualTo(FENCED);
        open(1);
        await(new PostgresStateRepository(database.pool()).end("w", run, 1));

        assertThat(await(store.set(claim(1, "o2"), key("k"), bytes(1)))).isEqualTo(FENCED);
        assertThat(await(store.delete(claim(9, "o3"), key("k")))).isEqualTo(FENCED);
        assertThat(await(store.get(key("k")))).isEmpty();
    }

    @Test
    void aStaleChangeChangesNothingAndItsOperationMayBeRetried() {
        open(1);
        StorageCondition absent = new StorageCondition.Absent();
        assertThat(await(store.set(claim(1, "o0"), key("k"), bytes(1), new StorageCondition.Unchanged("none"))))
                .isEqualTo(STALE);
        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(10), absent)))
                .isEqualTo(CHANGED);
        StorageCondition first = unchanged("k");
        assertThat(await(store.set(claim(1, "o2"), key("k"), bytes(20), absent)))
                .isEqualTo(STALE);
        assertThat(await(store.set(claim(1, "o3"), key("k"), bytes(30), first))).isEqualTo(CHANGED);

        assertThat(await(store.set(claim(1, "o4"), key("k"), bytes(40), first))).isEqualTo(STALE);
        assertThat(await(store.delete(claim(1, "o5"), key("k"), first))).isEqualTo(STALE);
        assertThat(used()).isEqualTo("30/1");
        assertThat(await(store.set(claim(1, "o4"), key("k"), bytes(40), unchanged("k"))))
                .isEqualTo(CHANGED);
        StorageCondition last = unchanged("k");
        assertThat(await(store.delete(claim(1, "o5"), key("k"), last))).isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o5"), key("k"), last)))
                .as("a repetition")
                .isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o6"), key("k"), last))).isEqualTo(STALE);
        assertThat(used()).isEqualTo("0/0");
    }

    @Test
    void aRepetitionOfAConditionalChangeGetsTheSameAnswer() {
        open(1);
        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(10), new StorageCondition.Absent())))
                .isEqualTo(CHANGED);

        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(10), new StorageCondition.Absent())))
                .isEqualTo(CHANGED);
        assertThat(used()).isEqualTo("10/1");
    }

    /** Two replicas write at the same time. */
    @Test
    void ofConcurrentConditionalWritersOneWinsAndOthersAreStale() {
        open(1);
        await(store.set(claim(1, "o0"), key("k"), bytes(1)));
        StorageCondition read = unchanged("k");
        StorageRepository other = new PostgresStorageRepository(database.pool(), QUOTA);

        List<StorageWrite> answers = all(IntStream.range(1, 9)
                .mapToObj(i -> (i % 2 == 0 ? store : other).set(claim(1, "o" + i), key("k"), bytes(10 + i), read)));

        assertThat(answers).filteredOn(CHANGED::equals).hasSize(1);
        assertThat(answers).filteredOn(STALE::equals).hasSize(7);
        assertThat(used()).isEqualTo((11 + answers.indexOf(CHANGED)) + "/1");
    }

    @Test
    void ofConcurrentCreatorsOneWins() {
        open(1);

        List<StorageWrite> answers = all(IntStream.range(0, 8)
                .mapToObj(i -> store.set(claim(1, "o" + i), key("k"), bytes(i + 1), new StorageCondition.Absent())));

        assertThat(answers).filteredOn(CHANGED::equals).hasSize(1);
        assertThat(answers).filteredOn(STALE::equals).hasSize(7);
    }

    @Test
    void theFenceIsCheckedBeforeTheCondition() {
        open(1);
        open(2);

        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(1), new StorageCondition.Unchanged("x"))))
                .isEqualTo(FENCED);
        assertThat(await(store.delete(claim(1, "o2"), key("k"), new StorageCondition.Unchanged("x"))))
                .isEqualTo(FENCED);
    }

    @Test
    void pagesOfKeysContinueAfterTheLastOne() {
        open(1);
        for (String name : List.of("a%b", "a/1", "a/2", "b")) {
            await(store.set(claim(1, name), key(name), bytes(1)));
        }

        assertThat(await(store.page("w", owner, "a", "", 2))).isEqualTo(new StorageKeys(List.of("a%b", "a/1"), true));
        assertThat(await(store.page("w", owner, "a", "a/1", 2))).isEqualTo(new StorageKeys(List.of("a/2"), false));
        assertThat(await(store.page("w", owner, "a/", "", 2))).isEqualTo(new StorageKeys(List.of("a/1", "a/2"), false));
        assertThat(await(store.page("w", owner, "a%", "", 9)).keys()).containsExactly("a%b");
        assertThat(await(store.page("w", owner, "", "a/2", 9)).keys()).containsExactly("b");
        assertThat(await(store.page("w", owner, "c", "", 9))).isEqualTo(new StorageKeys(List.of(), false));
        assertThat(await(store.page("w2", owner, "", "", 9)).keys()).isEmpty();
    }

    @Test
    void valuesAreIsolatedByWorkspaceAndOwner() {
        open(1);
        StorageOwner workspace = new StorageOwner(StorageKind.WORKSPACE, "");
        StorageOwner another = new StorageOwner(StorageKind.PLUGIN, "acme/other-" + run);
        await(store.set(claim(1, "o1"), key("k"), bytes(90)));

        for (StorageKey elsewhere : List.of(
                new StorageKey("w2", owner, "k"),
                new StorageKey("w", workspace, "k"),
                new StorageKey("w", another, "k"))) {
            assertThat(await(store.get(elsewhere))).isEmpty();
            assertThat(await(store.keys(elsewhere.workspaceId(), elsewhere.owner()))
                            .keys())
                    .isEmpty();
        }
        assertThat(await(store.delete(claim(1, "o2"), new StorageKey("w", another, "k"))))
                .isEqualTo(UNCHANGED);
        assertThat(await(store.set(claim(1, "o3"), new StorageKey("w", another, "k"), bytes(90))))
                .isEqualTo(CHANGED);
        assertThat(size("k")).contains(90);
        assertThat(used()).isEqualTo("90/1");
    }
}
