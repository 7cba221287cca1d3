package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A graph of actions is drawn while it is executed, and found again. */
interface PageGraph extends PageScenario {
    String NOTE = "I check the release, and ask you before I publish it.";

    InteractionRequest APPROVAL = new InteractionRequest(
            "publish",
            InteractionRequest.Kind.CONFIRMATION,
            "May tool:shop__publish run?",
            "What will run: tool:shop__publish\nEffects: publish\n\nThe model says, and nobody has checked:\n> Publish",
            List.of(),
            List.of(
                    new InteractionAction("approve", "Approve", InteractionAction.Style.PRIMARY),
                    new InteractionAction("deny", "Deny", InteractionAction.Style.DANGER)),
            null,
            "May tool:shop__publish run?\nReply approve or deny.");

    @Test
    default void aGraphIsDrawnLiveAndGoesOnInTheSameCardInALaterRun() {
        var conversation = fresh();
        try (var chat = someone()) {
            chat.talkTo(LED, conversation, key());
            chat.say("Release it");
            puppet().concludes(NOTE);
            puppet().shows(release(UiStatus.RUNNING, 0, UiStatus.RUNNING, UiStatus.PENDING, UiStatus.PENDING));
            var card = chat.page.locator(".graph");
            assertThat(card.locator(".graph-count")).hasText("0 of 4");
            assertThat(action(card, "Read the changes")).hasAttribute("data-status", "running");
            assertThat(action(card, "Publish")).containsText("after Test it, Look for secrets");
            assertThat(card.locator(".stage[data-parallel=true] .action")).hasCount(2);

            puppet().shows(release(UiStatus.RUNNING, 1, UiStatus.COMPLETED, UiStatus.RUNNING, UiStatus.PENDING));
            assertThat(card.locator(".graph-count")).hasText("1 of 4");
            assertThat(action(card, "Read the changes")).containsText("12 commits");
            chat.picture("graph-running");
            puppet().shows(release(UiStatus.WAITING, 3, UiStatus.COMPLETED, UiStatus.FAILED, UiStatus.WAITING));
            puppet().asks(APPROVAL);
            puppet().waits();
            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(card).hasAttribute("data-status", "waiting");
            assertThat(action(card, "Look for secrets")).containsText("Failed");
            assertThat(action(card, "Look for secrets")).containsText("The scanner is away.");
            chat.picture("graph-waiting");

            chat.page.reload();
            assertThat(card).hasAttribute("data-status", "waiting");
            try (var phone = someone(360, 740, "zh-CN")) {
                phone.talkTo(LED, conversation, key());
                assertThat(phone.page.locator(".graph-word")).hasText("等待中");
                assertThat(phone.page.locator(".graph")).hasCount(1);
                phone.picture("graph-phone");
                assertThat(phone.width()).isEqualTo(360);
                phone.page.locator("form.question").getByText("Approve").click();

                puppet().shows(release(UiStatus.RUNNING, 3, UiStatus.COMPLETED, UiStatus.FAILED, UiStatus.RUNNING));
                assertThat(phone.page.locator(".graph")).hasAttribute("data-status", "running");
                assertThat(card).hasAttribute("data-status", "running");
                puppet().shows(release(UiStatus.COMPLETED, 4, UiStatus.COMPLETED, UiStatus.FAILED, UiStatus.COMPLETED));
                puppet().concludes("It is published.");
                puppet().ends();
                assertThat(phone.page.locator(".graph-word")).hasText("已完成");
            }
            assertThat(chat.last()).containsText("It is published.");
            assertThat(card).hasCount(1);
            assertThat(card.locator(".graph-count")).hasText("4 of 4");
            assertThat(chat.errors).isEmpty();
        }
        try (var later = someone()) {
            later.talkTo(LED, conversation, key());
            var card = later.turns().first().locator(".graph");
            assertThat(card).hasAttribute("data-status", "completed");
            assertThat(later.page.locator(".graph")).hasCount(1);
            assertThat(card.locator("xpath=preceding-sibling::*[contains(@class,'answer')]"))
                    .containsText(NOTE);
            action(card, "Publish").locator("summary").press("Enter");
            assertThat(action(card, "Publish").locator("dl")).containsText("Test it, Look for secrets");
            later.picture("graph-light");
            later.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            later.picture("graph-dark");
            assertThat(later.errors).isEmpty();
        }
    }

    @Test
    default void aGraphOfTheBoxesOwnPlannerIsDrawn() {
        try (var chat = someone()) {
            chat.talkTo("planner", fresh(), key());
            chat.say("Count the towers");
            var card = chat.page.locator(".graph");
            assertThat(card).hasAttribute("data-status", "completed");
            assertThat(card.locator(".graph-title")).hasText("Read, pause, merge");
            assertThat(card.locator(".stage[data-parallel=true] .action")).hasCount(2);
            assertThat(card.locator(".action[data-status=completed]")).hasCount(3);
            assertThat(card.locator(".graph-usage"))
                    .hasText(Pattern.compile(
                            "^(1 request|2 requests) to the model · [0-9,]+ tokens · [0-9:]+ (s|min)$"));
            assertThat(chat.answers()).hasCount(2);
            assertThat(chat.answers().last()).containsText("The runtime executed 3 actions");
            chat.picture("graph-planner");
            chat.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            chat.picture("graph-planner-dark");
            chat.page.reload();
            assertThat(card.locator(".action[data-status=completed]")).hasCount(3);
            assertThat(chat.errors).isEmpty();
        }
    }

    @Test
    default void aGraphWhoseRunEndedBeforeItHasFailedAndItsTextIsNoMarkup() {
        try (var chat = someone()) {
            chat.talkTo(LED, fresh(), key());
            chat.say("Begin");
            puppet().shows(new UiProjection(
                    "g-" + fresh(),
                    "<img src=x onerror=alert(1)>",
                    null,
                    UiStatus.RUNNING,
                    new UiProjection.Progress(0, 1),
                    List.of(of("a", "<b>bold</b>", UiStatus.RUNNING, null)),
                    null));
            puppet().ends();
            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.page.locator(".graph-word")).hasText("Failed");
            assertThat(chat.page.locator(".graph b, .graph img")).hasCount(0);
            assertThat(chat.page.locator(".action-title")).hasText("<b>bold</b>");
            assertThat(chat.errors).isEmpty();
        }
    }

    private static Locator action(Locator card, String title) {
        return card.locator(".action")
                .filter(new Locator.FilterOptions()
                        .setHas(card.page().locator(".action-title", new Page.LocatorOptions().setHasText(title))));
    }

    private static UiProjection release(UiStatus status, int ended, UiStatus read, UiStatus check, UiStatus publish) {
        return new UiProjection(
                "release-1",
                "Check and publish version 2",
                NOTE,
                status,
                new UiProjection.Progress(ended, 4),
                List.of(
                        of(
                                "read",
                                "Read the changes",
                                read,
                                read == UiStatus.COMPLETED ? "12 commits in 3 folders" : null),
                        of("test", "Test it", check == UiStatus.FAILED ? UiStatus.COMPLETED : check, null, "read"),
                        of(
                                "secrets",
                                "Look for secrets",
                                check,
                                check == UiStatus.FAILED ? "The scanner is away." : null,
                                "read"),
                        of("publish", "Publish", publish, null, "test", "secrets")),
                "runtime://release-1");
    }

    private static UiAction of(String id, String title, UiStatus status, @Nullable String result, String... after) {
        return new UiAction(id, title, "Does what its title says.", status, List.of(after), result, null);
    }
}
