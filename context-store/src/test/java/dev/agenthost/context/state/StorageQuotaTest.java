package dev.agenthost.context.state;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.agenthost.protocol.store.state.StorageLimits;
import org.junit.jupiter.api.Test;

class StorageQuotaTest {
    @Test
    void aQuotaHasAtLeastOneByteAndAtMostTheKeysOfOneAnswer() {
        assertThatIllegalArgumentException().isThrownBy(() -> new StorageQuota(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new StorageQuota(1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new StorageQuota(1, StorageLimits.MOST_KEYS + 1));
    }
}
