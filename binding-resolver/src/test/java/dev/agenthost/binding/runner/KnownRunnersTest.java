package dev.agenthost.binding.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Runners;
import dev.agenthost.protocol.form.FormReading;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.runner.KnownRunner;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KnownRunnersTest {
    private static final String ID = "plugin:acme/helper/default";
    private final KnownRunners runners = new KnownRunners();

    @Test
    void tellsWhatWasNeverHeardOfFromWhatServesOthers() {
        KnownRunner helper = Runners.known(ID, "[]", "ours");
        assertThat(runners.of(helper.runnerId(), "ours")).isEqualTo(new Standing.Unknown());

        runners.take(helper);

        assertThat(runners.of(helper.runnerId(), "ours"))
                .isInstanceOfSatisfying(Standing.Known.class, known -> assertThat(known.form())
                        .isInstanceOf(FormReading.Readable.class));
        assertThat(runners.of(helper.runnerId(), "theirs")).isEqualTo(new Standing.NotAuthorized());
    }

    @Test
    void theLatestWordCountsAndOneThatIsForgottenIsUnknown() {
        runners.take(Runners.known(ID, "[]", "ours"));
        KnownRunner later = Runners.known(ID, "[{}]", "*");
        runners.take(later);
        runners.take(later);
        assertThat(runners.of(later.runnerId(), "anyone"))
                .isInstanceOfSatisfying(Standing.Known.class, known -> assertThat(known.form())
                        .isInstanceOf(FormReading.Unreadable.class));

        runners.forget(ID);
        assertThat(runners.of(later.runnerId(), "anyone")).isEqualTo(new Standing.Unknown());
    }

    @Test
    void aRecordIsARunnerUnderItsOwnKeyOrSaysThatItIsGone() {
        KnownRunner helper = Runners.known(ID, "[]", "ours");
        byte[] value = ProtocolCodec.encode(helper);
        assertThat(RunnerRecords.read(bytes(ID), value)).isEqualTo(new RunnerRecords.Reading.Known(helper));
        assertThat(RunnerRecords.read(bytes(ID), null)).isEqualTo(new RunnerRecords.Reading.Gone(ID));
    }

    @Test
    void anythingElseIsPassedOverAndNotRepeated() {
        byte[] value = ProtocolCodec.encode(Runners.known(ID, "[]", "ours"));
        assertThat(RunnerRecords.read(null, value)).isInstanceOf(RunnerRecords.Reading.Garbage.class);
        assertThat(RunnerRecords.read(bytes("plugin:acme/other/default"), value))
                .isEqualTo(new RunnerRecords.Reading.Garbage("its key is not that of its value"));
        assertThat(RunnerRecords.read(bytes(ID), bytes("{\"runner_id\":\"hello\"}")))
                .isInstanceOfSatisfying(RunnerRecords.Reading.Garbage.class, garbage -> assertThat(garbage.why())
                        .contains("runner_id")
                        .doesNotContain("hello"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
