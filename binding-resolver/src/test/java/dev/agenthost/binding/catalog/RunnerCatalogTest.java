package dev.agenthost.binding.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Runners;
import dev.agenthost.protocol.form.FormParseResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.runner.KnownRunner;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RunnerCatalogTest {
    private static final String ID = "plugin:acme/helper/default";
    private final RunnerCatalog runners = new RunnerCatalog();

    @Test
    void tellsWhatWasNeverHeardOfFromWhatServesOthers() {
        KnownRunner helper = Runners.known(ID, "[]", "ours");
        assertThat(runners.of(helper.runnerId(), "ours")).isEqualTo(new RunnerAvailability.Unknown());

        runners.take(helper);

        assertThat(runners.of(helper.runnerId(), "ours"))
                .isInstanceOfSatisfying(RunnerAvailability.Known.class, known -> assertThat(known.form())
                        .isInstanceOf(FormParseResult.Readable.class));
        assertThat(runners.of(helper.runnerId(), "theirs")).isEqualTo(new RunnerAvailability.NotAuthorized());
    }

    @Test
    void theLatestWordCountsAndOneThatIsForgottenIsUnknown() {
        runners.take(Runners.known(ID, "[]", "ours"));
        KnownRunner later = Runners.known(ID, "[{}]", "*");
        runners.take(later);
        runners.take(later);
        assertThat(runners.of(later.runnerId(), "anyone"))
                .isInstanceOfSatisfying(RunnerAvailability.Known.class, known -> assertThat(known.form())
                        .isInstanceOf(FormParseResult.Unreadable.class));

        runners.forget(ID);
        assertThat(runners.of(later.runnerId(), "anyone")).isEqualTo(new RunnerAvailability.Unknown());
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
                .isEqualTo(new RunnerRecords.Reading.Garbage("the record key differs from the id in the value"));
        assertThat(RunnerRecords.read(bytes(ID), bytes("{\"runner_id\":\"hello\"}")))
                .isInstanceOfSatisfying(RunnerRecords.Reading.Garbage.class, garbage -> assertThat(garbage.why())
                        .contains("runner_id")
                        .doesNotContain("hello"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
