package dev.agenthost.local.check;

import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.RunResults;
import java.util.Optional;

/** The rules for the results of one record that its codec does not check. */
final class ResultRules {
    private ResultRules() {}

    static Optional<RuleViolation> firstBreach(RunResults record) {
        for (int i = 0; i < record.results().size(); i++) {
            if (ResultCodec.decode(record.results().get(i)) instanceof DecodeResult.Malformed) {
                return Optional.of(
                        new RuleViolation("undecodable", "results[" + i + "].data", "does not match its type"));
            }
        }
        return Optional.empty();
    }
}
