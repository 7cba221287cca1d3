package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import dev.agenthost.local.plan.Demo;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scenarios in which photos are sent with a message, reach the agent and are shown again, as are an agent's images. */
interface PageAttachments extends PageScenario {

    int LARGEST = 5 * 1024 * 1024;

    @Test
    default void aPhotoThatIsSentTheAgentSeesAndItIsShownAgainAfterAReload() {
        var conversation = fresh();
        try (var chat = someone()) {
            chat.talkTo(Demo.THINKING_BOT, conversation, key());
            chat.attach(SamplePhoto.png("tower.png"), SamplePhoto.jpeg("tower.jpg"));
            assertThat(chat.attachments()).hasCount(2);
            assertThat(chat.page.locator("[role=status]")).hasText("Attached: tower.png, tower.jpg.");
            assertThat(chat.asked).noneMatch(url -> url.contains("/uploads"));
            chat.picture("photos-attached");
            chat.say("What do you see?");

            assertThat(chat.attachments()).hasCount(0);
            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.answers()).containsText("You said: “What do you see? [image_url] [image_url]”.");
            chat.awaitShown(2);
            chat.picture("photos-sent");
            chat.page.reload();
            chat.awaitShown(2);
            assertThat(chat.page.locator(".message img").first()).hasAttribute("alt", "tower.png");
            assertThat(chat.errors).isEmpty();

            chat.say("And what was it?");
            assertThat(chat.answers().last()).containsText("Before that: “What do you see? [image_url] [image_url]”.");
        }
        try (var elsewhere = someone()) {
            elsewhere.talkTo(Demo.THINKING_BOT, conversation, key());
            elsewhere.awaitShown(2);
        }
    }

    @Test
    default void aPhotoNeedsNoWordsAndNamesTheConversation() {
        try (var chat = someone()) {
            chat.talkTo(Demo.THINKING_BOT, fresh(), key());
            chat.attach(SamplePhoto.gif("tower.gif"));
            assertThat(chat.attachments()).hasCount(1);
            chat.composer().press("Enter");

            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.answers()).containsText("You said: “[image_url]”.");
            assertThat(chat.conversations().locator("[aria-current=page]")).containsText("tower.gif");
        }
    }

    @Test
    default void whatIsNoPhotoOrTooLargeOrOneTooManyIsNamedWithTheLimit() {
        try (var chat = someone()) {
            chat.talkTo(Demo.THINKING_BOT, fresh(), key());
            var tower = SamplePhoto.png("tower.png");
            chat.attach(
                    new SamplePhoto("wall.png", tower.type(), tower.bytes())
                            .of(6 * 1024 * 1024)
                            .file(),
                    tower.file());
            var wrong = chat.page.locator(".not-attached");
            assertThat(wrong).containsText("“wall.png” has 6 MiB. A photo may have 5 MiB at most.");
            assertThat(chat.attachments()).hasCount(1);
            chat.picture("photos-refused");

            chat.attach(tower, tower, tower, new SamplePhoto("fifth.png", tower.type(), tower.bytes()));
            assertThat(chat.attachments()).hasCount(4);
            assertThat(wrong).hasText("“fifth.png” was not attached. A message may have 4 files at most.");

            for (int left = 3; left >= 0; left--) {
                chat.page.getByLabel("Remove tower.png").first().press("Enter");
                assertThat(chat.attachments()).hasCount(left);
                assertThat(chat.composer()).isFocused();
            }
            assertThat(wrong).isEmpty();
            chat.composer().press("Enter");
            assertThat(chat.turns()).hasCount(0);
            assertThat(chat.asked).noneMatch(url -> url.contains("/uploads"));
        }
    }

    @Test
    default void theLargestPhotoIsSentWhileItsWayIsShown() {
        try (var chat = someone()) {
            chat.talkTo(Demo.THINKING_BOT, fresh(), key());
            var held = chat.hold("**/api/v1/uploads/*");
            chat.attach(SamplePhoto.png("large.png").of(LARGEST));
            assertThat(chat.attachments()).hasCount(1);
            chat.say("It is large");
            assertThat(chat.page.getByLabel("Sending large.png")).isVisible();
            chat.page.waitForCondition(() -> !held.isEmpty());
            chat.picture("photo-on-its-way");
            held.getFirst().resume();

            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.answers()).containsText("It is large");
            assertThat(chat.page.locator("progress")).hasCount(0);
        }
    }

    @Test
    default void whatIsDiscardedOnItsWayIsNeverSaid() {
        try (var chat = someone()) {
            var conversation = fresh();
            chat.talkTo(Demo.THINKING_BOT, conversation, key());
            var held = chat.hold("**/api/v1/uploads/*");
            chat.attach(SamplePhoto.png("regretted.png").of(LARGEST));
            assertThat(chat.attachments()).hasCount(1);
            chat.say("I take it back");
            chat.page.waitForCondition(() -> !held.isEmpty());
            chat.page.getByText("Discard").click();
            assertThat(chat.turns()).hasCount(0);
            var asked = chat.page.waitForRequest(request -> request.method().equals("DELETE"), () -> held.getFirst()
                    .resume());

            assertThat(asked.url()).contains("/api/v1/uploads/");
            assertThat(chat.asked).noneMatch(url -> url.endsWith("/api/v1/events"));
        }
    }

    @Test
    default void whatTheHostDidNotTakeIsSaidAndSentAgain() {
        try (var chat = someone()) {
            chat.talkTo(Demo.THINKING_BOT, fresh(), key());
            chat.page.route(
                    "**/api/v1/uploads",
                    route -> route.fulfill(new Route.FulfillOptions()
                            .setStatus(429)
                            .setContentType("application/problem+json")
                            .setBody("{}")));
            chat.attach(SamplePhoto.png("tower.png"));
            assertThat(chat.attachments()).hasCount(1);
            chat.say("Too fast");
            assertThat(chat.turns("unsent")).containsText("“tower.png”: Too many requests. Try again in a moment.");
            chat.picture("photo-not-taken");
            chat.page.unroute("**/api/v1/uploads");
            chat.page.getByText("Send again").click();

            assertThat(chat.answers()).containsText("Too fast [image_url]");
            assertThat(chat.turns()).hasCount(1);
        }
    }

    @Test
    default void photosMayBeDroppedAndPasted() {
        try (var chat = someone()) {
            chat.talkTo(Demo.THINKING_BOT, fresh(), key());
            chat.page.evaluate("""
                    base64 => {
                      const carried = new DataTransfer();
                      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
                      carried.items.add(new File([bytes], 'carried.png', { type: 'image/png' }));
                      const at = { bubbles: true, cancelable: true };
                      const main = document.querySelector('main');
                      const enter = new DragEvent('dragenter', { ...at, dataTransfer: carried });
                      main.dispatchEvent(enter);
                      window.marked = document.documentElement.hasAttribute('data-dropping');
                      main.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer: carried }));
                      document.getElementById('composer').dispatchEvent(new ClipboardEvent('paste', { ...at, clipboardData: carried }));
                    }""", SamplePhoto.png("carried.png").base64());

            assertThat(chat.attachments()).hasCount(2);
            assertThat(chat.page.evaluate("window.marked && !document.documentElement.hasAttribute('data-dropping')"))
                    .isEqualTo(true);
        }
    }

    @Test
    default void aPictureIsEnlargedAndEscapeClosesItAndCancelsNothing() {
        try (var chat = someone()) {
            chat.talkTo(LED, fresh(), key());
            chat.attach(SamplePhoto.png("tower.png"));
            assertThat(chat.attachments()).hasCount(1);
            chat.say("Draw it");
            puppet().says("Wait ");
            assertThat(chat.answers()).containsText("Wait");
            chat.awaitShown(1);
            chat.page.getByLabel("Enlarge tower.png").press("Enter");
            assertThat(chat.page.getByText("Close", new Page.GetByTextOptions().setExact(true)))
                    .isFocused();
            chat.picture("photo-enlarged");
            chat.page.keyboard().press("Escape");
            assertThat(chat.page.locator("dialog")).not().isVisible();
            assertThat(chat.page.getByLabel("Enlarge tower.png")).isFocused();
            puppet().makes(SamplePhoto.png("chart.png"));
            puppet().concludes("Here it is.");
            puppet().ends();

            assertThat(chat.turns("completed")).hasCount(1);
            chat.awaitShown(2);
            chat.picture("picture-made");
            chat.page.reload();
            chat.awaitShown(2);
            assertThat(chat.page.getByLabel("Enlarge chart.png")).isVisible();
        }
    }

    @Test
    default void anotherWorkspaceSeesNeitherTheConversationNorItsPhotos() {
        var conversation = fresh();
        try (var chat = someone();
                var stranger = someone()) {
            chat.talkTo(Demo.THINKING_BOT, conversation, key());
            chat.attach(SamplePhoto.png("tower.png"));
            assertThat(chat.attachments()).hasCount(1);
            chat.say("Between us");
            assertThat(chat.turns("completed")).hasCount(1);
            chat.page.reload();
            chat.awaitShown(1);
            var photo = chat.asked.stream()
                    .filter(url -> url.endsWith("/content"))
                    .findFirst()
                    .orElseThrow();
            var path = photo.substring(walk().box.frontDoor().toString().length());
            var theirs = walk().door.with(foreignKey());

            assertThat(theirs.get(path)).isEqualTo(theirs.get("/api/v1/artifacts/none/content"));
            assertThat(theirs.get(path).status()).isEqualTo(404);
            assertThat(walk().door.with("wrong").get(path).status()).isEqualTo(401);
            stranger.talkTo(Demo.THINKING_BOT, conversation, foreignKey());
            assertThat(stranger.page.getByText("Write to")).isVisible();
            assertThat(stranger.turns()).hasCount(0);
            var reading =
                    "async ([path, key]) => (await fetch(path, { headers: { Authorization: `Bearer ${key}` } })).status";
            assertThat(stranger.page.evaluate(reading, List.of(path, foreignKey())))
                    .isEqualTo(404);
        }
    }

    @Test
    default void photosFitAPhoneAndTheDark() {
        try (var chat = someone(360, 740)) {
            chat.talkTo(Demo.THINKING_BOT, fresh(), key());
            chat.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            var tower = SamplePhoto.png("a-name-that-is-rather-long-for-a-photo-of-a-tower.png");
            chat.attach(tower, tower, tower, tower, tower);
            assertThat(chat.attachments()).hasCount(4);
            assertThat(chat.width()).isEqualTo(360);
            chat.picture("phone-photos-attached");
            chat.say("Four of them");
            assertThat(chat.turns("completed")).hasCount(1);
            chat.awaitShown(4);
            assertThat(chat.width()).isEqualTo(360);
            chat.picture("phone-photos-sent");
        }
    }
}
