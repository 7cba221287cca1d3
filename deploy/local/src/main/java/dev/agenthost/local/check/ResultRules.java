package dev.agenthost.local.check;

import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.RunResults;
import java.util.Optional;

/** What must hold of the results of one record, beyond what its codec sees to. */
final class ResultRules {
    private ResultRules() {}

    static Optional<RuleViolation> firstBreach(RunResults record) {
        for (int i = 0; i < record.results().size(); i++) {
            if (ResultCodec.decode(record.results().get(i)) instanceof DecodeResult.Malformed) {
                return Optional.of(
                        new RuleViolation("undecodable", "results[" + i + "].data", "is not what its type says"));
            }
        }
        return Optional.empty();
    }
}
