package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.form.Form;
import dev.agenthost.protocol.form.FormParseResult;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the host refuses a number by the form of the runner exactly if the runner would fail each run with it. */
class IntegerSettingTest {
    @ParameterizedTest
    @EnumSource
    void theFormHasTheBoundsOfTheRunner(IntegerSetting setting) {
        Form form = ((FormParseResult.Readable) FormParseResult.read(List.of(setting.item()))).form();
        int least = setting.item().path("minimum").intValue();
        int most = setting.item().path("maximum").intValue();

        for (int good : new int[] {least, most}) {
            assertThat(form.breaches(config(setting, good))).isEmpty();
            assertThatCode(() -> setting.read(config(setting, good))).doesNotThrowAnyException();
        }
        for (int bad : new int[] {least - 1, most + 1}) {
            assertThat(form.breaches(config(setting, bad))).hasSize(1);
            assertThatThrownBy(() -> setting.read(config(setting, bad))).isInstanceOf(InvalidFieldException.class);
        }
    }

    private static ObjectNode config(IntegerSetting setting, int value) {
        return JsonNodeFactory.instance.objectNode().put(setting.field(), value);
    }
}
