package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.security.AccessRight;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The right that a resource method requires of the caller's key. A method below {@code /api} without it is refused to every caller: 403
 * {@code forbidden}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RequiredRight {
    AccessRight value();
}
