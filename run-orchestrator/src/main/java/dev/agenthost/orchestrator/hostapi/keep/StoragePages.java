package dev.agenthost.orchestrator.hostapi.keep;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.hostapi.call.Answer;
import dev.agenthost.orchestrator.hostapi.call.Arguments;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.store.storage.StorageCall;
import dev.agenthost.protocol.store.storage.StorageLimits;
import java.util.Optional;

/**
 * Which keys of storage: {@code prefix}, {@code after} and {@code limit}, as those of state. Who says none of them asks as the peer does,
 * and gets them all.
 */
final class StoragePages {
    private StoragePages() {}

    static Optional<Answer> fault(JsonNode data) {
        return Arguments.faultOfTexts(data, "prefix", "after")
                .or(() -> Arguments.faultOfNumber(data, "limit"))
                .or(() -> JsonText.isClean(data.path("prefix")) && JsonText.isClean(data.path("after"))
                        ? Optional.empty()
                        : Optional.of(Answer.refused(FailureCode.INVALID_ARGUMENT, "prefix or after is no key")));
    }

    /** Of what has no fault. */
    static StorageCall of(StorageCall all, JsonNode data) {
        return all.only(
                data.path("prefix").textValue(),
                data.path("after").textValue(),
                data.path("limit").isIntegralNumber()
                        ? Arguments.number(data, "limit", StorageLimits.MOST_KEYS, StorageLimits.MOST_KEYS)
                        : null);
    }
}
