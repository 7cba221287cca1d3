package dev.agenthost.local.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.local.model.ChatModel;
import dev.agenthost.local.settings.BoxKeys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BoxPlanTest {
    private static final BoxPorts PORTS = BoxPorts.choose(1, 1, new AtomicInteger(1)::incrementAndGet);

    @Test
    void asksTheScriptedModelUnlessTheOwnerNamedOne() {
        assertThat(kinds(new ChatModel.Scripted(PORTS.model())))
                .contains(BoxPlan.LOCAL_AGENT, BoxPlan.ACTION_GRAPH, BoxPlan.SCRIPTED_MODEL, BoxPlan.ECHO);
        assertThat(kinds(new ChatModel.Named("https://models.example/v1", "m", null)))
                .contains(BoxPlan.LOCAL_AGENT, BoxPlan.ACTION_GRAPH, BoxPlan.ECHO)
                .doesNotContain(BoxPlan.SCRIPTED_MODEL);
    }

    @Test
    void withoutAModelThereIsEchoAlone() {
        assertThat(kinds(new ChatModel.None()))
                .contains(BoxPlan.ECHO)
                .doesNotContain(BoxPlan.LOCAL_AGENT, BoxPlan.ACTION_GRAPH, BoxPlan.SCRIPTED_MODEL);
    }

    @Test
    void everyJvmCompilesAsFarAsTheBoxIsTo() {
        for (var level : Compilation.values()) {
            assertThat(plan(new ChatModel.Scripted(PORTS.model()), level).commands())
                    .isNotEmpty()
                    .allSatisfy((kind, command) -> assertThat(command.contains("-XX:TieredStopAtLevel=1"))
                            .as(kind)
                            .isEqualTo(level == Compilation.FIRST_LEVEL));
        }
    }

    @Test
    void aBoxThatRunsForLongKeepsAsMuchOfItsHeapsForWhatIsNewAsJvmsDo() {
        assertThat(plan(new ChatModel.None(), Compilation.FIRST_LEVEL)
                        .commands()
                        .get(BoxPlan.KAFKA))
                .contains("-Xmx256m", "-Xmn25m");
        assertThat(plan(new ChatModel.None(), Compilation.ALL_LEVELS).commands().get(BoxPlan.KAFKA))
                .contains("-Xmx256m", "-Xmn85m");
    }

    @Test
    void theDemosRunnerPausesAfterEachWordAsTheBoxWishes() {
        var layout = new BoxLayout(Path.of("project"), Path.of("home"));
        var java = JavaCommand.ofThisJvm(layout.home(), Compilation.FIRST_LEVEL);
        var plan = BoxPlan.of(
                layout,
                BoxKeys.fresh(new SecureRandom()),
                PORTS,
                new ChatModel.None(),
                1,
                java,
                "classes",
                Duration.ofMillis(60));

        assertThat(plan.processes())
                .filteredOn(process -> process.name().name().equals(BoxPlan.ECHO))
                .singleElement()
                .satisfies(echo -> assertThat(echo.environment()).containsEntry("AGENTHOST_ECHO_DELTA_DELAY_MS", "60"));
    }

    @Test
    void onlyRunnersHaveTheVariablesOfRunners() {
        BoxPlan plan = plan(new ChatModel.Scripted(PORTS.model()), Compilation.FIRST_LEVEL)
                .withRunnerEnvironment(Map.of("AGENTHOST_FAILPOINT_DIRECTORY", "points"));

        assertThat(plan.processes())
                .filteredOn(process -> process.environment().containsKey("AGENTHOST_FAILPOINT_DIRECTORY"))
                .extracting(process -> process.name().name())
                .containsExactlyInAnyOrder(BoxPlan.ECHO, BoxPlan.LOCAL_AGENT, BoxPlan.ACTION_GRAPH);
        assertThat(plan.processes())
                .filteredOn(process -> process.name().name().equals(BoxPlan.ECHO))
                .allSatisfy(echo -> assertThat(echo.environment()).containsKey("AGENTHOST_RUNNER_KEY"));
    }

    private static List<String> kinds(ChatModel model) {
        return plan(model, Compilation.FIRST_LEVEL).processes().stream()
                .map(process -> process.name().name())
                .toList();
    }

    private static BoxPlan plan(ChatModel model, Compilation level) {
        var layout = new BoxLayout(Path.of("project"), Path.of("home"));
        var java = JavaCommand.ofThisJvm(layout.home(), level);
        return BoxPlan.of(layout, BoxKeys.fresh(new SecureRandom()), PORTS, model, 1, java, "classes");
    }
}
