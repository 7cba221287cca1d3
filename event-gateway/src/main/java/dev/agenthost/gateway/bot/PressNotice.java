package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import java.util.Optional;

/** The text that a person sees who pressed a button. */
public record PressNotice(String english, String chinese) {
    /** The text for an accepted press, on platforms that show one. */
    public static final PressNotice ACCEPTED = new PressNotice("Your answer was accepted.", "已收到您的回答。");

    /** Asks the person to press again. */
    public static final PressNotice AGAIN =
            new PressNotice("The answer could not be accepted. Please press again.", "暂时无法接受回答，请再按一次。");

    /** Asks the person to press the button of a form again. */
    public static final PressNotice FORM_AGAIN =
            new PressNotice("The form could not be opened. Please press again.", "表单无法打开，请再按一次。");

    /** Asks the person to submit the form again, which is still open. */
    public static final PressNotice SUBMIT_AGAIN =
            new PressNotice("The answer could not be accepted. Please submit again.", "暂时无法接受回答，请再提交一次。");

    /** Asks the person for a number. */
    public static final PressNotice NO_NUMBER = new PressNotice("This is not a number.", "这不是一个数字。");

    /**
     * Returns the notice of a value that the question does not permit.
     *
     * @param why the rest of a sentence that begins with the field
     */
    public static PressNotice ofValue(String why) {
        return new PressNotice("This value " + why + ".", "这个值不被接受：" + why);
    }

    /** Returns the text in one of the two languages. */
    public String text(boolean isChinese) {
        return isChinese ? chinese : english;
    }

    /** Returns the notice of a refusal; empty for an accepted press. */
    public static Optional<PressNotice> of(Outcome outcome) {
        return switch (outcome) {
            case ACCEPTED -> Optional.empty();
            case UNKNOWN -> notice("This question no longer exists.", "这个问题已不存在。");
            case NOT_ASKED -> notice("This question is for someone else.", "这个问题是问别人的。");
            case ANSWERED -> notice("This question has already been answered.", "这个问题已经有人回答了。");
            case EXPIRED -> notice("This question has expired.", "这个问题已过期。");
        };
    }

    private static Optional<PressNotice> notice(String english, String chinese) {
        return Optional.of(new PressNotice(english, chinese));
    }
}
