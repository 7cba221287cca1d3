package dev.agenthost.protocol.store.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageLimitsTest {
    @ParameterizedTest
    @ValueSource(strings = {"k", "checkpoint/1", " a ", "检查点", "😀"})
    void aKeyIsAnyTextOfItsLength(String key) {
        assertThat(StorageLimits.faultOfKey(key)).isEmpty();
        assertThat(StorageLimits.faultOfKey("k".repeat(StorageLimits.KEY_LENGTH)))
                .isEmpty();
    }

    @Test
    void whatIsNoKeyHasAReason() {
        for (String text : List.of("", "  ", "a\0", "a\nb", "\u007f", "\ud83d", "\ude00x")) {
            assertThat(StorageLimits.faultOfKey(text)).isPresent();
        }
        assertThat(StorageLimits.faultOfKey("k".repeat(StorageLimits.KEY_LENGTH + 1)))
                .isPresent();
    }

    @Property
    void bytesComeBackAsTheyWere(@ForAll byte[] bytes) {
        assertThat(StorageBytes.of(StorageBytes.base64(bytes)))
                .isInstanceOfSatisfying(StorageBytes.Read.class, read -> assertThat(read.bytes())
                        .containsExactly(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "AA", "AAA", "A===", "====", "AH Y=", "AHY=\n", "_-8=", "AH=Y", "AHY==", "ä==="})
    void onlyTheStandardAlphabetWithPaddingIsBase64(String text) {
        assertThat(StorageBytes.of(text)).isEqualTo(new StorageBytes.NotBase64());
    }

    @Test
    void aValueMayHaveTenMebibytesAndNotOneByteMore() {
        String largest = StorageBytes.base64(new byte[StorageLimits.VALUE_BYTES]);

        assertThat(StorageBytes.of(largest)).isInstanceOf(StorageBytes.Read.class);
        assertThat(StorageBytes.of(StorageBytes.base64(new byte[StorageLimits.VALUE_BYTES + 1])))
                .isEqualTo(new StorageBytes.TooLarge(StorageLimits.VALUE_BYTES + 1L));
        assertThat(largest.length()).isLessThan(ProtocolCodec.MAX_STRING);
    }

    @Test
    void allKeysOfAnOwnerFitIntoOneFrame() {
        String widest = "界".repeat(StorageLimits.KEY_LENGTH);
        int keys = ProtocolCodec.encode(StorageKeys.all(Collections.nCopies(StorageLimits.MOST_KEYS, widest))).length;

        assertThat(keys).isLessThan(16 * 1024 * 1024 - 1024);
    }

    @Test
    void aPluginOwnsUnderItsNameAndAWorkspaceUnderNone() {
        List<RunnerId> two = List.of(RunnerId.parse("plugin:acme/bot/one"), RunnerId.parse("plugin:acme/bot/two"));

        assertThat(two.stream().map(runner -> StorageOwner.of(StorageKind.PLUGIN, runner)))
                .containsOnly(new StorageOwner(StorageKind.PLUGIN, "acme/bot"));
        assertThat(StorageOwner.of(StorageKind.WORKSPACE, two.getFirst()))
                .isEqualTo(new StorageOwner(StorageKind.WORKSPACE, ""));
        assertThatThrownBy(() -> new StorageOwner(StorageKind.WORKSPACE, "acme/bot"))
                .isInstanceOf(InvalidFieldException.class);
        assertThatThrownBy(() -> new StorageOwner(StorageKind.PLUGIN, " ")).isInstanceOf(InvalidFieldException.class);
    }
}
