package dev.agenthost.local.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.local.settings.Service;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class RoutesTest {
    @Test
    void longestPatternWins() {
        assertThat(Routes.OUTSIDE.service("/api/v1/runs/r1")).contains("run-orchestrator");
        assertThat(Routes.OUTSIDE.service("/api/v1/runs/r1/cancel")).contains("run-orchestrator");
        assertThat(Routes.OUTSIDE.service("/api/v1/runs/r1/stream")).contains("delivery-service");
        assertThat(Routes.OUTSIDE.service("/api/v1/runners")).contains("run-orchestrator");
        assertThat(Routes.OUTSIDE.service("/runner/ws")).contains("run-orchestrator");
        assertThat(Routes.OUTSIDE.service("/api/v1/events")).contains("event-gateway");
        assertThat(Routes.OUTSIDE.service("/webhooks/slack/b1")).contains("event-gateway");
        assertThat(Routes.OUTSIDE.service("/api/v1/agents/a1")).contains("binding-resolver");
        assertThat(Routes.OUTSIDE.service("/api/v1/bindings/explain")).contains("binding-resolver");
        assertThat(Routes.OUTSIDE.service("/api/v1/keys/k1")).contains("binding-resolver");
        assertThat(Routes.OUTSIDE.service("/api/v1/resolutions/e1")).contains("binding-resolver");
        assertThat(Routes.OUTSIDE.service("/api/v1/workspaces/w/bots/b/conversations/c/transcript"))
                .contains("context-store");
        assertThat(Routes.OUTSIDE.service("/api/v1/artifacts/a1/content")).contains("context-store");
        assertThat(Routes.OUTSIDE.service("/api/v1/uploads/u1")).contains("context-store");
        assertThat(Routes.OUTSIDE.service("/signed/v1/artifacts/a1")).contains("context-store");
        assertThat(Routes.OUTSIDE.service("/api/v1/files/f1/content")).contains("context-store");
        assertThat(Routes.OUTSIDE.service("/api/v1/skills/greet")).contains("context-store");
        assertThat(Routes.OUTSIDE.service("/api/v1/audit")).contains("context-store");
        assertThat(Routes.OUTSIDE.service("/api/v1/erasures/e1")).contains("context-store");
        assertThat(Routes.OUTSIDE.service("/api/v1/transcript/rebuild")).contains("context-store");
        assertThat(Routes.OUTSIDE.service("/api/v1/knowledge-bases/k1/documents"))
                .contains("context-store");
    }

    @Test
    void eachServiceShowsItsOwnDocument() {
        for (Service service : Service.values()) {
            assertThat(Routes.OUTSIDE.service("/openapi/" + service.module())).contains(service.module());
        }
        assertThat(Routes.OUTSIDE.service("/docs")).contains("delivery-service");
    }

    @Test
    void everythingElseIsTheConsole() {
        assertThat(Routes.OUTSIDE.service("/")).contains("delivery-service");
        assertThat(Routes.OUTSIDE.service("/assets/app.js")).contains("delivery-service");
        assertThat(Routes.OUTSIDE.service("/quick")).contains("delivery-service");
        assertThat(Routes.OUTSIDE.service("/api/v1/eventsandmore")).contains("delivery-service");
    }

    @Test
    void probesAndInternalQuestionsAreNowhere() {
        assertThat(Routes.OUTSIDE.service("/q/health/ready")).isEmpty();
        assertThat(Routes.OUTSIDE.service("/internal/v1/run-context")).isEmpty();
        assertThat(Routes.OUTSIDE.service("/internal")).isEmpty();
    }

    @Test
    void disguisedInternalPathsAreNowhereToo() {
        for (var path : new String[] {
            "//internal/v1/state/get",
            "/./internal/v1/state/get",
            "/api/../internal/v1/state/get",
            "/api/%2e%2e/internal/v1/state/get",
            "/%69nternal/v1/state/get",
            "/internal;x=1/v1/state/get",
            "/%2Finternal/v1/state/get",
            "/x/..%5Cinternal/v1",
            "/%71/health/ready",
            "/q;a/health"
        }) {
            assertThat(Routes.OUTSIDE.service(path)).as(path).isEmpty();
        }
    }

    @Test
    void everyServiceIsBehindTheDoor() {
        assertThat(Routes.OUTSIDE.services())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Service.values()).map(Service::module).toList());
    }

    @Test
    void insideLeadsToInternalPathsOnly() {
        assertThat(Routes.INSIDE.service("/internal/v1/run-context")).contains("context-store");
        assertThat(Routes.INSIDE.service("/internal/v1/button-presses")).contains("run-orchestrator");
        assertThat(Routes.INSIDE.service("/internal/v1/question-forms/submissions"))
                .contains("run-orchestrator");
        assertThat(Routes.INSIDE.service("/internal/v1/onebot/shop/send_group_msg"))
                .contains("event-gateway");
        assertThat(Routes.INSIDE.service("/internal/v1/bots/shop/connection")).contains("event-gateway");
        assertThat(Routes.INSIDE.service("/api/v1/events")).isEmpty();
        assertThat(Routes.INSIDE.service("/")).isEmpty();
    }

    @Property
    void anyPathHasOneAnswer(@ForAll @StringLength(max = 40) @CharRange(from = ' ', to = '~') String path) {
        assertThat(Routes.OUTSIDE.service(path)).isEqualTo(Routes.OUTSIDE.service("/" + path));
    }
}
