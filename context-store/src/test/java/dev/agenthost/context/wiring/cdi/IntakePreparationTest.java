package dev.agenthost.context.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.intake.DecodedRecord;
import org.junit.jupiter.api.Test;

class IntakePreparationTest {
    @Test
    void eachSampleIsReadAsTheIntakeReadsRecords() {
        assertThat(IntakePreparation.read())
                .hasSize(3)
                .noneMatch(taken -> taken.reading() instanceof DecodedRecord.DeadLetter);
    }
}
