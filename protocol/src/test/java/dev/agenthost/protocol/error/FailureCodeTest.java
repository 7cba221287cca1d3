package dev.agenthost.protocol.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureCodeTest {
    @ParameterizedTest
    @EnumSource
    void hasAWireCodeAStatusAndASentenceForAPerson(FailureCode code) {
        assertThat(FailureCode.ofWire(code.wire())).contains(code);
        assertThat(code.httpStatus()).isBetween(400, 599);
        assertThat(code.sentence()).matches("[A-Z][^_{}<>]*[.]").hasSizeLessThan(80);
    }

    @Test
    void holdsTheSpecificationsCodes() {
        for (String wire : new String[] {
            "unauthorized",
            "not_found",
            "deadline_exceeded",
            "payload_too_large",
            "rate_limited",
            "invalid_argument",
            "runtime_error"
        }) {
            assertThat(FailureCode.ofWire(wire)).as(wire).isPresent();
        }
    }

    @Test
    void aRunnersOwnCodeIsNoneOfOurs() {
        assertThat(FailureCode.ofWire("qa.controlled_failure")).isEmpty();
    }
}
