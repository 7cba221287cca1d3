package dev.agenthost.door.key.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a resource class or method under {@code /api} that lets callers in without a key, because it checks something else itself
 * (a signed token in its address). A key that is presented and known still makes a {@link Caller}; a wrong one is not refused here.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface PublicPath {}
