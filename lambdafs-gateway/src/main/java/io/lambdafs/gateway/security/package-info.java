/**
 * How a gateway knows its callers in secure mode: by Kerberos, and by delegation tokens whose secrets NameNodes tell it. Start reading at
 * {@link io.lambdafs.gateway.security.GatewaySecurity}.
 */
@NullMarked
package io.lambdafs.gateway.security;

import org.jspecify.annotations.NullMarked;
